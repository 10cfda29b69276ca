// Proves that shortening the names changed nothing else: the trees of both forms of a script have the
// same shape, texts and properties, and each name leads to the same declaration.
// Arguments: where the parser is, the script as it was, the script with short names.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , modules, before, after] = process.argv;
const load = createRequire(`${modules}/`);
const { parse } = load("acorn");
const { analyze } = load("eslint-scope");

/** @param {string} path every node of a script, in the order of the text */
function read(path) {
  const tree = parse(readFileSync(path, "utf8"), { ecmaVersion: 2023, ranges: true });
  /** Where a name leads; those that the browser declares lead nowhere. */
  const leads = new Map();
  for (const scope of analyze(tree, { ecmaVersion: 2022, sourceType: "script" }).scopes) {
    for (const variable of scope.variables) for (const name of variable.identifiers) leads.set(name, variable);
    for (const { identifier, resolved } of scope.references) if (resolved?.defs.length > 0) leads.set(identifier, resolved);
  }
  const nodes = [];
  const variables = [];
  const visit = (node, isProperty) => {
    if (node.type === "Identifier") {
      const variable = isProperty ? undefined : leads.get(node);
      if (variable && !variables.includes(variable)) variables.push(variable);
      nodes.push(variable ? { variable: variables.indexOf(variable), text: node.name } : { name: node.name });
      return;
    }
    const plain = Object.entries(node).filter(([key, value]) => !["start", "end", "shorthand", "raw"].includes(key) && (value === null || typeof value !== "object"));
    nodes.push(Object.fromEntries(plain.map(([key, value]) => [key, typeof value === "bigint" ? String(value) : value])));
    if (node.type === "TemplateElement") nodes.push({ raw: node.value.raw });
    if (node.regex) nodes.push({ ...node.regex });
    for (const [key, value] of Object.entries(node)) {
      const names = !node.computed && (key === "property" || (key === "key" && "kind" in node));
      for (const child of [value].flat()) if (child && typeof child.type === "string") visit(child, names);
    }
  };
  visit(tree, false);
  return nodes;
}

const [was, is] = [read(before), read(after)];
let shortened = 0;
was.forEach(({ text, ...node }, at) => {
  const { text: now, ...other } = is[at] ?? {};
  if (JSON.stringify(node) !== JSON.stringify(other)) throw new Error(`${at}: ${text} ${JSON.stringify(node)} has become ${now} ${JSON.stringify(other)}`);
  if (text !== now) shortened++;
});
if (was.length !== is.length) throw new Error(`${was.length} nodes have become ${is.length}`);
if (shortened < was.length / 20) throw new Error(`only ${shortened} names of ${was.length} nodes were shortened`);
