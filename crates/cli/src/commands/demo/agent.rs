//! The demo's agent: talks to the real server, and asks again while its question is pending.

use anyhow::bail;
use sayso_mcp::{McpError, McpServer, McpSetup, serve};
use serde_json::{Value, json};
use tokio::io::{DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

use crate::mcp_client::McpClient;

/// One call in progress.
pub(crate) struct Agent {
    client: McpClient<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>,
    server: JoinHandle<Result<(), McpError>>,
}

const CALL: u32 = 1;

impl Agent {
    /// Connects to its own server and initializes it.
    pub(crate) async fn connect(setup: McpSetup) -> anyhow::Result<Agent> {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(far);
        let server = tokio::spawn(serve(McpServer::new(setup), input, output));
        let (reader, writer) = tokio::io::split(near);
        let mut client = McpClient::new(reader, writer);
        client.initialize("demo-agent").await?;
        Ok(Agent { client, server })
    }

    /// Calls a tool and returns the first progress message, which says where to answer.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<String> {
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "demo" } });
        self.client.call(CALL, params).await?;
        let message = self.client.receive().await?;
        match message["params"]["message"].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => bail!("the call failed: {message}"),
        }
    }

    /// The final result of the tool: while it is pending the agent asks again, as instructed. Then it
    /// leaves, and the server notes that the answer has arrived: otherwise the next demo would get it.
    pub(crate) async fn result(mut self) -> anyhow::Result<Value> {
        let mut call = CALL;
        loop {
            let received = self.client.reply(call).await?["result"]["structuredContent"].take();
            if received["action_status"] != "pending" {
                drop(self.client);
                self.server.await??;
                return Ok(received);
            }
            call += 1;
            let arguments = json!({ "session_id": received["session_id"] });
            self.client
                .call(call, json!({ "name": "provide_choice", "arguments": arguments }))
                .await?;
        }
    }
}
