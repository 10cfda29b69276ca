//! What runs elsewhere: clusters, clouds, containers, registries.

use super::{Call, CallRule, rule};

pub(super) const RULES: [CallRule; 9] = [
    rule("kubernetes-delete", "deletes what runs in a cluster", kubernetes),
    rule("infrastructure-destroy", "tears infrastructure down", infrastructure),
    rule("aws-delete", "deletes or ends something in AWS", aws),
    rule("gcloud-delete", "deletes something in Google Cloud", gcloud),
    rule("azure-delete", "deletes something in Azure", |call| {
        call.is(&["az"]) && any(call, &["delete", "purge"])
    }),
    rule("platform-delete", "deletes an application or its data at its host", platform),
    rule("github-delete", "deletes something on GitHub or GitLab", |call| {
        call.is(&["gh", "glab"]) && any(call, &["delete"])
    }),
    rule("docker-remove", "removes containers, images or volumes with their data", docker),
    rule("publish", "publishes a package or takes one back; others may have it at once", publish),
];

/// Values of these are no commands.
const VALUED: [&str; 14] = [
    "-n",
    "--namespace",
    "--context",
    "--kubeconfig",
    "--profile",
    "--region",
    "--output",
    "--endpoint-url",
    "--query",
    "--project",
    "--filter",
    "--format",
    "--subscription",
    "-R",
];

fn any(call: &Call, words: &[&str]) -> bool {
    call.operands(&VALUED).iter().any(|word| words.contains(word))
}

fn first(call: &Call) -> &str {
    call.operands(&VALUED).first().copied().unwrap_or_default()
}

fn kubernetes(call: &Call) -> bool {
    match call.program.as_str() {
        "kubectl" | "oc" => first(call) == "delete" && !tries(call),
        "helm" => ["uninstall", "delete", "del", "un"].contains(&first(call)) && !tries(call),
        _ => false,
    }
}

fn tries(call: &Call) -> bool {
    call.args.iter().any(|arg| arg.starts_with("--dry-run") && arg != "--dry-run=none")
}

fn infrastructure(call: &Call) -> bool {
    call.is(&["terraform", "tofu", "terragrunt", "pulumi", "cdk", "sst"])
        && (any(call, &["destroy"])
            || (first(call) == "apply" && call.args.iter().any(|arg| arg.ends_with("-destroy"))))
}

fn aws(call: &Call) -> bool {
    const ENDS: [&str; 5] = ["delete-", "terminate-", "purge-", "deregister-", "batch-delete-"];
    if !call.is(&["aws"]) {
        return false;
    }
    match call.operands(&VALUED)[..] {
        ["s3", "rb", ..] => true,
        ["s3", "rm", ..] => call.has_long("--recursive") && !call.has_long("--dryrun"),
        ["s3", "sync", ..] => call.has_long("--delete") && !call.has_long("--dryrun"),
        [_, operation, ..] => ENDS.iter().any(|end| operation.starts_with(end)),
        _ => false,
    }
}

fn gcloud(call: &Call) -> bool {
    match call.program.as_str() {
        "gcloud" => {
            any(call, &["delete"]) || matches!(call.operands(&VALUED)[..], ["storage", "rm", ..])
        }
        "gsutil" => any(call, &["rm", "rb"]),
        "bq" => first(call) == "rm",
        _ => false,
    }
}

fn platform(call: &Call) -> bool {
    match call.program.as_str() {
        "heroku" => {
            ["apps:destroy", "destroy", "pg:reset", "addons:destroy"].contains(&first(call))
        }
        "fly" | "flyctl" => any(call, &["destroy"]),
        "doctl" => any(call, &["delete"]),
        "vercel" | "netlify" | "wrangler" | "firebase" => {
            ["rm", "remove", "delete", "sites:delete"].contains(&first(call))
        }
        _ => false,
    }
}

fn docker(call: &Call) -> bool {
    if !call.is(&["docker", "podman", "nerdctl", "docker-compose"]) {
        return false;
    }
    let forced = call.has('f', "--force");
    match call.operands(&["-f", "--file", "-p", "--project-name", "-H", "--host", "--filter"])[..] {
        [_, "prune", ..] | ["volume", "rm" | "remove", ..] => true,
        ["rm" | "rmi", ..] | ["container" | "image", "rm", ..] => forced,
        ["compose", "down", ..] | ["down", ..] => call.has('v', "--volumes"),
        _ => false,
    }
}

fn publish(call: &Call) -> bool {
    if call.has_long("--dry-run") {
        return false;
    }
    match call.program.as_str() {
        "npm" | "pnpm" | "yarn" | "bun" => {
            ["publish", "unpublish"].contains(&first(call))
                || matches!(call.operands(&VALUED)[..], ["npm", "publish", ..])
        }
        "cargo" => ["publish", "yank"].contains(&first(call)),
        "gem" => ["push", "yank"].contains(&first(call)),
        "twine" => first(call) == "upload",
        _ => false,
    }
}
