//! `GET /portal/questions/{id}`: a question as the desk has it, with parsed Markdown.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sayso_access::ProblemDocument;
use sayso_core::form::Question;
use sayso_core::{Form, IdPrefix, Problem};
use sayso_desk::{Desk, DeskError};
use sayso_wire::InteractionView;
use serde::Serialize;

use crate::markdown::{Node, render};

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    view: InteractionView,
    rendered: Rendered,
}

/// The form's texts as trees, in the order of the form.
#[derive(Serialize)]
struct Rendered {
    context: Vec<Node>,
    questions: Vec<RenderedQuestion>,
}

#[derive(Serialize)]
struct RenderedQuestion {
    prompt: Vec<Node>,
    context: Vec<Node>,
    /// Descriptions.
    options: Vec<Vec<Node>>,
}

pub(crate) async fn show(
    State(desk): State<Arc<dyn Desk>>,
    Path(id): Path<String>,
) -> Result<Response, ProblemDocument> {
    let id: IdPrefix = id.parse().map_err(|problem: Problem| DeskError::from(problem))?;
    let view = desk.show(&id).await?;
    let shown = Shown { rendered: rendered(&view.interaction.form), view: view.into() };
    let body = serde_json::to_vec(&shown).expect("plain data serialises");
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, body).into_response())
}

fn rendered(form: &Form) -> Rendered {
    Rendered {
        context: form.context.as_deref().map(render).unwrap_or_default(),
        questions: form.questions.iter().map(rendered_question).collect(),
    }
}

fn rendered_question(question: &Question) -> RenderedQuestion {
    let options = question.control.options().iter();
    RenderedQuestion {
        prompt: render(&question.prompt),
        context: question.context.as_deref().map(render).unwrap_or_default(),
        options: options
            .map(|option| option.description.as_deref().map(render).unwrap_or_default())
            .collect(),
    }
}
