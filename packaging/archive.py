"""The archive: unpacked into a prefix such as `~/.local`, everything is where shells and man look."""


def make(binary, parcel, texts, out):
    name = f"sayso-{binary.version}-{binary.rust_target}"
    parcel.add(f"{name}/bin/sayso", binary.content, executable=True)
    for page, text in binary.manuals().items():
        parcel.add(f"{name}/share/man/man{page[-1]}/{page}", text)
    for path, shell in COMPLETIONS.items():
        parcel.add(f"{name}/share/{path}", binary.says("completions", shell))
    parcel.add(f"{name}/share/doc/sayso/LICENSE", texts("LICENSE"))
    parcel.add(f"{name}/share/doc/sayso/README.md", texts("README.md"))
    parcel.tar(out / f"{name}.tar.gz")


COMPLETIONS = {
    "bash-completion/completions/sayso": "bash",
    "zsh/site-functions/_sayso": "zsh",
    "fish/vendor_completions.d/sayso.fish": "fish",
}
