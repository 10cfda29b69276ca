// Counts the tokens (o200k) of every text in a JSON list on standard input.
import { readFileSync } from "node:fs";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

const encoding = new Tiktoken(o200k);
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encoding.encode(text).length)));
