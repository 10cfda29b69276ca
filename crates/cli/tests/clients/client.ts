// The official TypeScript SDK as a client driven by a test.
//
// Its first argument is a JSON document: either `url` and `token`, or `command`, `arguments`,
// `environment` and `directory`. It connects and reports it; each line on standard input is then a call, and each line on
// standard output is an event: `progress`, `result` or `error`.

import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

type Plan = {
  url?: string;
  token: string;
  command: string;
  arguments: string[];
  environment: Record<string, string>;
  directory: string;
};

const tell = (kind: string, value: unknown) => console.log(JSON.stringify({ [kind]: value }));

function transport(plan: Plan) {
  if (plan.url === undefined) {
    return new StdioClientTransport({
      command: plan.command,
      args: plan.arguments,
      env: plan.environment,
      cwd: plan.directory,
    });
  }
  const headers = { Authorization: `Bearer ${plan.token}` };
  return new StreamableHTTPClientTransport(new URL(plan.url), { requestInit: { headers } });
}

async function call(client: Client, line: string) {
  const { tool, arguments: given } = JSON.parse(line);
  try {
    const result = await client.callTool({ name: tool, arguments: given }, undefined, {
      onprogress: ({ progress, message }) => tell("progress", { progress, message }),
      resetTimeoutOnProgress: true,
    });
    const content = result.content as { text: string }[];
    tell("result", {
      isError: result.isError ?? false,
      structured: result.structuredContent ?? null,
      texts: content.map((block) => block.text),
    });
  } catch (error) {
    tell("error", String(error));
  }
}

const plan: Plan = JSON.parse(process.argv[2]);
const client = new Client({ name: "typescript-sdk", version: "1.32.0" });
const connection = transport(plan);
await client.connect(connection);
// Listing compiles the output schemas; the SDK checks each result against them.
const { tools } = await client.listTools();
tell("connected", {
  server: client.getServerVersion()?.name,
  protocol: connection instanceof StreamableHTTPClientTransport ? connection.protocolVersion : null,
  tools: tools.map((tool) => tool.name),
});
for await (const line of createInterface({ input: process.stdin })) {
  await call(client, line);
}
await client.close();
