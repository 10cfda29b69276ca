// Questions for tests, as the hub would send them.

/** @param {object} [more] */
export function single(more) {
  return {
    id: "q",
    header: "Database",
    prompt: "Which one?",
    control: {
      kind: "one",
      own_text: "refused",
      options: [
        { id: "pg", label: "PostgreSQL", recommended: true },
        { id: "sqlite", label: "SQLite", description: "one file" },
        { id: "dynamo", label: "DynamoDB" },
      ],
    },
    ...more,
  };
}

/** @param {object} [control] */
export function many(control) {
  const question = single();
  return { ...question, control: { kind: "many", options: question.control.options, own_text: "refused", bounds: { min: 1, max: 2 }, empty: "refused", ...control } };
}

/**
 * @param {object[]} questions
 * @param {object} [more]
 */
export function form(questions, more) {
  return { title: "Pick", questions, completeness: "whole", ...more };
}

/** @param {object} form */
export function view(form) {
  const none = { prompt: ["Which one?"], context: [], options: [] };
  return {
    id: "3ba585d6-0278-40d9-923d-1aff9136b796",
    revision: 1,
    rejects: form.completeness === "partial",
    has_timeout_actions: form.completeness !== "partial",
    origin: { dialect: form.completeness === "partial" ? "ask_user_questions" : "provide_choice", agent: "claude-code", directory: "/src/api-server" },
    form,
    policy: { timeout_action: "reinvoke", irreversible: false },
    presentation: { surface: "auto", single_submit: false, annotations: true, placeholder: true },
    created_at: "2026-01-01T14:03:00Z",
    state: { phase: "pending" },
    status: "pending",
    listening: true,
    rendered: {
      context: [],
      questions: form.questions.map((question) => ({ ...none, options: (question.control.options ?? []).map((option) => (option.description ? [option.description] : [])) })),
    },
  };
}

/** @param {object} [more] */
export function row(more) {
  return {
    id: "a",
    title: "Pick",
    prompt: "Which one?",
    questions: 1,
    status: "pending",
    interface: "auto",
    created_at: "2026-01-01T14:03:00Z",
    delivered: false,
    irreversible: false,
    listening: true,
    ...more,
  };
}

/** All descriptions that match, in order. */
export function find(node, fits) {
  if (node === null || typeof node !== "object") return [];
  const inner = node.children.flatMap((child) => find(child, fits));
  return fits(node) ? [node, ...inner] : inner;
}

/** The words of a description. */
export function wordsOf(node) {
  return typeof node === "string" ? node : node.children.map(wordsOf).join(" ");
}
