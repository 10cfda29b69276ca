"""Facts about the hub that `schemathesis` can't know: ids of questions that exist, and that waits take time."""

import requests
import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

QUESTION = {
    "dialect": "shell",
    "arguments": {
        "title": "Which?",
        "selection_mode": "multi",
        "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}],
    },
}


def is_valid(case, location):
    component = case.meta.components.get(location) if case.meta else None
    return component is None or component.mode == GenerationMode.POSITIVE


def ask(case):
    hub = case.operation.base_url.removesuffix("/")
    return requests.post(f"{hub}/api/v1/interactions", json=QUESTION).json()["id"]


pending = []


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path.endswith(("/wait", "/events")) and is_valid(case, ParameterLocation.QUERY):
        case.query = {**(case.query or {}), "seconds": 0}
    if "/interactions/{id}" in case.path and is_valid(case, ParameterLocation.PATH):
        # Only these two end a question.
        ends = case.path.endswith("/act") or (case.method == "DELETE" and case.path.endswith("{id}"))
        if not ends and not pending:
            pending.append(ask(case))
        case.path_parameters["id"] = ask(case) if ends else pending[0]


@schemathesis.check
def refused_by_a_rule(context, response, case):
    """Valid data may break a rule that names what is wrong; it is never refused for its shape."""
    is_positive = case.meta and case.meta.generation.mode == GenerationMode.POSITIVE
    if is_positive and response.status_code == 422:
        assert response.json()["kind"] in ("invalid", "refused"), response.text
