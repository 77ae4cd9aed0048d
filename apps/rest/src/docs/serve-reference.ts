import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../openapi/document.ts';
import { documentModel } from '../openapi/document-model.ts';
import type { RestRouter } from '../rest-environment.ts';
import { referencePage } from './reference-page.ts';

/** `/v1/docs`: the document as a page, rendered once; nothing in it comes from elsewhere. */
export const serveReference = (app: RestRouter, document: OpenApiDocument): void => {
  const page = referencePage(documentModel.parse(document));
  const stylesheet = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
  app.get('/v1/docs', (c) => c.html(page, 200, { 'Cache-Control': 'no-cache' }));
  app.get('/v1/docs/reference.css', (c) =>
    c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }),
  );
};
