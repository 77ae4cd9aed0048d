import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { documentModel, type OpenApiDocument } from '../openapi/document-model.ts';
import type { RestRouter } from '../rest-environment.ts';
import { referencePage } from './reference-page.ts';

const require = createRequire(import.meta.url);
const assets = { 'reference.css': 'text/css; charset=utf-8', 'favicon.svg': 'image/svg+xml' } as const;
const fonts = {
  text: require.resolve('@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'),
  code: require.resolve('@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2'),
} as const;

const changelog = new URL('../../../../docs/api-changelog.md', import.meta.url);

/** `/v1/docs`: the document as a page, rendered once; nothing on it comes from elsewhere. */
export const serveReference = (app: RestRouter, document: OpenApiDocument): void => {
  const page = referencePage(documentModel.parse(document));
  app.get('/v1/docs', (c) => c.html(page, 200, { 'Cache-Control': 'no-cache' }));
  const changes = readFileSync(changelog, 'utf8');
  app.get('/v1/docs/changelog', (c) => c.text(changes, 200, { 'Cache-Control': 'no-cache' }));
  for (const [name, type] of Object.entries(assets)) {
    const text = readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
    app.get(`/v1/docs/${name}`, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  for (const [name, file] of Object.entries(fonts)) {
    const bytes = readFileSync(file);
    app.get(`/v1/docs/${name}.woff2`, (c) =>
      c.body(bytes, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=86400' }),
    );
  }
};
