import { html } from 'hono/html';
import type { DocumentModel, OperationModel } from '../openapi/document-model.ts';
import { fieldsOf, fieldTable } from './fields.ts';
import { operationSection } from './operation-section.ts';
import { inline, type Markup, prose } from './prose.ts';
import { webhookSections } from './webhook-sections.ts';

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationModel;
}

const operationsOf = (document: DocumentModel): Listed[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const contents = (document: DocumentModel, operations: readonly Listed[]): Markup => html`<ul>
    <li><a href="#start">Getting started</a></li>
    ${document.tags.map(
      ({ name }) =>
        html`<li><a href="#tag-${name}">${name}</a><ul>${operations
          .filter(({ operation }) => operation.tags[0] === name)
          .map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul></li>`,
    )}
    <li><a href="#webhooks">Webhooks</a><ul>${Object.keys(document.webhooks).map(
      (type) => html`<li><a href="#webhook-${type}">${type}</a></li>`,
    )}</ul></li>
    <li><a href="#schemas">Objects</a></li>
</ul>`;

const schemeTitle = ({ name, in: place }: DocumentModel['components']['securitySchemes'][string]): Markup => {
  if (name === undefined) return html`Header <code>Authorization: Bearer</code>`;
  return html`${place === 'cookie' ? 'Cookie' : 'Header'} <code>${name}</code>`;
};

const start = (document: DocumentModel): Markup => html`<section id="start" aria-labelledby="start-title">
  <h2 id="start-title">Getting started</h2>
  ${prose(document.info.description)}
  ${Object.values(document.components.securitySchemes).map((scheme) => html`<h3>${schemeTitle(scheme)}</h3>${prose(scheme.description)}`)}
  <p>The calls below expect the server's public address in <code>NOTAFTER</code>, and a token or an API key in <code>NOTAFTER_TOKEN</code>:</p>
  <figure class="block"><figcaption>Once</figcaption><pre tabindex="0"><code>export NOTAFTER=http://localhost:3000
export NOTAFTER_TOKEN=nat_...</code></pre></figure>
</section>`;

const schemaSections = (document: DocumentModel): Markup => html`<section id="schemas" aria-labelledby="schemas-title">
  <h2 id="schemas-title">Objects</h2>
  ${Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${fieldTable(`Fields of ${name}`, fieldsOf(schema, false))}</section>`,
  )}
</section>`;

/** The whole reference as one HTML page without a script; its stylesheet is served beside it. */
export const referencePage = (document: DocumentModel): Markup => {
  const operations = operationsOf(document);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>API reference | Notafter</title>
<meta name="description" content="Every operation of the Notafter API, with its fields, answers and errors.">
<link rel="icon" type="image/svg+xml" href="/v1/docs/favicon.svg">
<link rel="stylesheet" href="/v1/docs/reference.css">
</head>
<body>
<a class="skip" href="#start">Skip to the reference</a>
<header>
  <a class="product" href="/">Notafter</a>
  <h1>API reference</h1>
  <a href="/v1/openapi.json">OpenAPI 3.1 document</a>
  <a href="/v1/docs/changelog">Changes</a>
</header>
<div class="columns">
<nav class="contents beside" aria-label="Contents">${contents(document, operations)}</nav>
<nav class="contents above" aria-label="Contents, folded"><details><summary>Contents</summary>${contents(document, operations)}</details></nav>
<main>
${start(document)}
${document.tags.map(
  ({ name, description }) => html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2><p>${inline(description)}</p>
  ${operations
    .filter(({ operation }) => operation.tags[0] === name)
    .map(({ method, path, operation }) => operationSection(method, path, operation, document.components.schemas))}
</section>`,
)}
${webhookSections(document.webhooks)}
${schemaSections(document)}
</main>
</div>
</body>
</html>`;
};
