import { html } from 'hono/html';
import type { DocumentModel, WebhookModel } from '../openapi/document-model.ts';
import { fieldsOf, fieldTable } from './fields.ts';
import { inline, type Markup } from './prose.ts';

const delivery = ({ post: { description, parameters, responses } }: WebhookModel): Markup => html`<p>${inline(description)}</p>
  ${fieldTable(
    'Headers of every delivery',
    parameters.map(({ name, schema }) => ({ name, schema, presence: null })),
  )}
  ${Object.entries(responses).map(
    ([status, answer]) => html`<p class="answers"><span class="status">${status}</span> ${inline(answer.description)}</p>`,
  )}`;

/** Deliveries to webhook endpoints: headers and status codes first, then the body of each event type. */
export const webhookSections = (webhooks: DocumentModel['webhooks']): Markup => {
  const types = Object.entries(webhooks);
  const first = types[0]?.[1];
  return html`<section id="webhooks" aria-labelledby="webhooks-title">
  <h2 id="webhooks-title">Webhooks</h2>
  <p>We post each event to the webhook endpoints that chose its type. Your endpoint's status decides what happens next.</p>
  ${first === undefined ? '' : delivery(first)}
  ${types.map(
    ([type, { post }]) => html`<section class="operation" id="webhook-${type}" aria-labelledby="webhook-${type}-title">
  <h3 id="webhook-${type}-title"><a href="#webhook-${type}">${type}</a></h3>
  <p>${inline(post.summary)}</p>
  ${fieldTable('Body', fieldsOf(post.requestBody.content['application/json'].schema, false))}
</section>`,
  )}
</section>`;
};
