import { html } from 'hono/html';
import type { NamedSchemas, OperationModel } from '../openapi/document-model.ts';
import { curlLine } from './curl-line.ts';
import { fieldsOf, fieldTable, typeOf } from './fields.ts';
import { inline, type Markup } from './prose.ts';

interface ErrorRow {
  readonly status: string;
  readonly code: string;
  readonly text: string;
}

const textOf = (example: unknown): string =>
  typeof example === 'object' && example !== null && 'message' in example ? String(example.message) : '';

const errorsOf = (operation: OperationModel): ErrorRow[] =>
  Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/json'].examples ?? {}).map(([code, { value }]) => ({ status, code, text: textOf(value) })),
  );

const access = (operation: OperationModel): Markup => {
  if (operation.security.length === 0) return html`Open to everyone`;
  const names = new Set(operation.security.flatMap((one) => Object.keys(one)));
  if (operation.security.some((one) => Object.keys(one).length === 0)) return html`With or without a session`;
  if (!names.has('token')) return html`Session only`;
  const permission = operation['x-api-key-permission'];
  return permission === undefined
    ? html`Session or token`
    : html`Session, token, or API key with the permission <code>${permission}</code>`;
};

const errorTable = (rows: readonly ErrorRow[]): Markup => html`<details>
  <summary>Errors <span class="count">${rows.length}</span></summary>
  <table class="errors">
    <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Text</th></tr></thead>
    <tbody>${rows.map(({ status, code, text }) => html`<tr><td class="status">${status}</td><td><code>${code}</code></td><td>${text}</td></tr>`)}</tbody>
  </table>
</details>`;

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const codeBlock = (label: string, text: string): Markup =>
  html`<figure class="block"><figcaption>${label}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;

/** One operation: how to call it, what it takes, what it answers, what can go wrong. */
export const operationSection = (method: string, path: string, operation: OperationModel, schemas: NamedSchemas): Markup => {
  const body = operation.requestBody?.content['application/json'].schema;
  const bodyName = body?.$ref?.split('/').at(-1);
  const bodySchema = bodyName === undefined ? body : schemas[bodyName];
  // Headers are the same everywhere; the beginning of the page explains them.
  const parameters = operation.parameters
    .filter((one) => one.in !== 'header')
    .map(({ name, required, schema }) => ({
      name,
      schema,
      presence: required ? ('required' as const) : ('optional' as const),
    }));
  const success = operation.responses['200'];
  const answer = success?.content?.['application/json'];
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
  <h3 id="${operation.operationId}-title"><a href="#${operation.operationId}">${operation.summary}</a></h3>
  <p class="address"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
  <p class="access">${access(operation)}</p>
  ${operation.deprecated === true ? html`<p class="access">Deprecated</p>` : ''}
  ${operation.description === undefined ? '' : html`<p>${inline(operation.description)}</p>`}
  ${fieldTable('Parameters', parameters)}
  ${bodySchema === undefined ? '' : fieldTable('Body', fieldsOf(bodySchema, true))}
  ${codeBlock('Call', curlLine(method, path, operation))}
  ${answer === undefined ? '' : html`<p class="answers"><span class="status">200</span> ${success?.description} ${typeOf(answer.schema)}</p>`}
  ${answer === undefined ? '' : codeBlock('Answer', pretty(answer.example))}
  ${errorTable(errorsOf(operation))}
</section>`;
};
