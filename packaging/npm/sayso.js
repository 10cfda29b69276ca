#!/usr/bin/env node
// Starts the binary, which is in the package for this system.
"use strict";

const name = `sayso-mcp-${process.platform}-${process.arch}`;
const args = process.argv.slice(2);

let binary;
try {
  binary = require.resolve(`${name}/bin/sayso`);
} catch {
  process.stderr.write(
    `sayso: the package ${name} is not installed.
It is an optional dependency: install without \`--omit=optional\` or \`--no-optional\`.
There are packages for Linux with glibc and for macOS, x64 and arm64. On Windows use sayso in WSL.
`,
  );
  process.exit(1);
}

if (process.execve) {
  // Node.js 22.15 and later: this process becomes the binary.
  process.execve(binary, [binary, ...args], process.env);
}

const child = require("node:child_process").spawn(binary, args, { stdio: "inherit" });
// A terminal sends its own signals to both.
const sent = require("node:tty").isatty(0) ? ["SIGTERM"] : ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"];
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"]) {
  process.on(signal, () => sent.includes(signal) && child.kill(signal));
}
child.on("error", (error) => {
  process.stderr.write(`sayso: ${binary} cannot be started: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
