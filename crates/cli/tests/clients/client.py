"""The official Python SDK as a client driven by a test.

Its first argument is a JSON document: `mode` of the SDK, and either `url` and `token` or `command`,
`arguments`, `environment` and `directory`; `roots` are what it has. It connects and says so; each line on standard input is then a call,
and each line on standard output is what came: `progress`, `result` or `error`.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation, ListRootsResult, Root


def tell(kind, value):
    print(json.dumps({kind: value}), flush=True)


async def transport(plan, stack):
    if "url" not in plan:
        return StdioServerParameters(
            command=plan["command"],
            args=plan["arguments"],
            env=plan["environment"],
            cwd=plan["directory"],
        )
    headers = {"Authorization": f"Bearer {plan['token']}"}
    timeout = httpx2.Timeout(30, read=None)
    http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=timeout))
    return streamable_http_client(plan["url"], http_client=http)


async def progress(done, total, message):
    tell("progress", {"progress": done, "message": message})


def roots(plan):
    if not plan["roots"]:
        return None

    async def listed(context):
        return ListRootsResult(roots=[Root(uri=uri) for uri in plan["roots"]])

    return listed


async def call(client, line):
    asked = json.loads(line)
    try:
        result = await client.call_tool(
            asked["tool"], asked["arguments"], progress_callback=progress
        )
    except Exception as error:
        tell("error", str(error))
        return
    tell(
        "result",
        {
            "isError": bool(result.is_error),
            "structured": result.structured_content,
            "texts": [block.text for block in result.content],
        },
    )


async def main():
    plan = json.loads(sys.argv[1])
    async with AsyncExitStack() as stack:
        target = await transport(plan, stack)
        about = Implementation(name="python-sdk", version="2.3.0")
        client = await stack.enter_async_context(
            Client(target, client_info=about, mode=plan["mode"], list_roots_callback=roots(plan))
        )
        listed = await client.list_tools()
        tell(
            "connected",
            {
                "server": client.server_info.name,
                "protocol": client.protocol_version,
                "tools": [tool.name for tool in listed.tools],
            },
        )
        while line := await asyncio.to_thread(sys.stdin.readline):
            await call(client, line)


asyncio.run(main())
