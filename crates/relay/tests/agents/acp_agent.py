"""A scripted agent, written with the official Python SDK of the Agent Client Protocol.

Usage: acp_agent.py FOLDER. FOLDER/script.json maps what is said to a list of steps; `capabilities` in it says
how sessions can be gone on with: load, resume or none. The SDK checks whatever the client sends.
"""
import asyncio, json, os, pathlib, signal, sys

from acp import (Agent, InitializeResponse, NewSessionResponse, PromptResponse, RequestError, run_agent,
                 start_tool_call, update_agent_message_text, update_agent_thought_text,
                 update_user_message_text)
from acp.schema import (AgentCapabilities, LoadSessionResponse, PermissionOption, ResumeSessionResponse,
                        SessionCapabilities, SessionResumeCapabilities, ToolCallUpdate)

folder = pathlib.Path(sys.argv[1])
script = json.loads((folder / "script.json").read_text())
known = folder / "sessions"


def log(**entry):
    with open(folder / "log", "a") as file:
        file.write(json.dumps(entry) + "\n")


def once(name):
    try:
        (folder / name).touch(exist_ok=False)
        return True
    except FileExistsError:
        return False


class Scripted(Agent):
    def on_connect(self, conn):
        self.client = conn

    async def initialize(self, protocol_version, client_capabilities=None, client_info=None, **kwargs):
        log(client=client_info.name, fs=client_capabilities.fs.read_text_file, terminal=client_capabilities.terminal)
        how = script.get("capabilities", "load")
        resume = SessionCapabilities(resume=SessionResumeCapabilities()) if how == "resume" else None
        return InitializeResponse(
            protocol_version=protocol_version,
            agent_capabilities=AgentCapabilities(load_session=how == "load", session_capabilities=resume))

    async def new_session(self, cwd, mcp_servers=None, **kwargs):
        session = f"session-{os.getpid()}"
        with open(known, "a") as file:
            file.write(session + "\n")
        log(new=cwd)
        return NewSessionResponse(session_id=session)

    def find(self, session_id):
        if session_id not in (known.read_text() if known.exists() else ""):
            raise RequestError.invalid_params({"session": "not known"})

    async def load_session(self, cwd, session_id, mcp_servers=None, **kwargs):
        log(load=session_id)
        self.find(session_id)
        async def replay():
            await self.client.session_update(session_id, update_user_message_text("go"))
            await self.client.session_update(session_id, update_agent_message_text(script.get("old", "an old answer")))
        if script.get("replays_after"):
            # Like Gemini: the reply is already sent when the history begins.
            asyncio.get_running_loop().call_later(0.05, lambda: asyncio.ensure_future(replay()))
        else:
            await replay()
        return LoadSessionResponse()

    async def resume_session(self, cwd, session_id, mcp_servers=None, **kwargs):
        log(resume=session_id)
        self.find(session_id)
        return ResumeSessionResponse()

    async def prompt(self, session_id, prompt, **kwargs):
        said = prompt[-1].text
        log(said=said, parts=len(prompt), prompt=prompt[0].text if len(prompt) > 1 else "")
        await self.client.session_update(session_id, update_agent_thought_text("a thought"))
        for step in script.get(said, [{"text": f"heard {said}"}]):
            if "text" in step:
                for at in range(0, len(step["text"]), 7):
                    await self.client.session_update(session_id, update_agent_message_text(step["text"][at:at + 7]))
            if "tool" in step:
                await self.client.session_update(session_id, start_tool_call("call-1", step["tool"]))
            if "permission" in step:
                call = ToolCallUpdate(tool_call_id="call-1", title=step["permission"], raw_input={"command": "rm x"})
                options = [PermissionOption(option_id="allow-once", name="Allow", kind="allow_once"),
                           PermissionOption(option_id="reject-once", name="Reject", kind="reject_once")]
                answer = await self.client.request_permission(session_id, call, options)
                log(permission=answer.outcome.model_dump(mode="json", exclude_none=True))
            if "reads" in step:
                try:
                    await self.client.read_text_file(session_id, step["reads"])
                except RequestError as error:
                    log(refused=error.code)
            if "dies" in step and once(step["dies"]):
                os.kill(os.getpid(), signal.SIGKILL)
            if "fails" in step:
                raise RequestError.internal_error({"details": step["fails"]})
            if "refuses" in step:
                return PromptResponse(stop_reason="refusal")
        return PromptResponse(stop_reason="end_turn")


log(started=sys.argv[2:], pid=os.getpid())
asyncio.run(run_agent(Scripted(), use_unstable_protocol=True))
