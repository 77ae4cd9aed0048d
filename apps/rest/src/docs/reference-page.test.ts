import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { documentModel } from '../openapi/document-model.ts';
import { createRestHarness, type RestHarness } from '../testing/rest-harness.ts';

let rest: RestHarness;
let page: string;
const document = documentModel.parse(openApiDocument());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map(({ operationId, summary }) => ({ path, operationId, summary })),
);

beforeAll(async () => {
  rest = await createRestHarness();
  page = String((await rest.call('GET', '/v1/docs')).body);
});
afterAll(() => rest.close());

describe('GET /v1/docs', () => {
  it.each(operations)('shows $operationId with its path', ({ path, operationId, summary }) => {
    expect(page).toContain(`id="${operationId}"`);
    expect(page).toContain(`<code>${path}</code>`);
    expect(page).toContain(summary);
  });

  it.each(Object.entries(document.webhooks))('shows what is posted to endpoints of %s', (type, { post }) => {
    const [, section = ''] = page.split(`id="webhook-${type}"`);
    expect(section.slice(0, section.indexOf('</section>'))).toContain('<code>data.');
    expect(page).toContain(`href="#webhook-${type}"`);
    expect(page).toContain(post.summary);
  });

  it('loads nothing from elsewhere and runs no script', () => {
    expect(page).not.toMatch(/<script|<iframe|<img|style="|@import/i);
    const loaded = [...page.matchAll(/<link[^>]+href="([^"]+)"/g)].map(([, href]) => href);
    expect(loaded).toEqual(['/v1/docs/favicon.svg', '/v1/docs/reference.css']);
  });

  it('links to nothing that is not on it', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect([...page.matchAll(/ id="([^"]+)"/g)]).toHaveLength(ids.size);
  });

  it('escapes what the document says', () => {
    expect(page).toContain('&quot;domain&quot;: &quot;example.com&quot;');
    expect(page).not.toContain('undefined');
    expect(page).not.toContain('[object');
  });

  it('wears the product’s own colors', () => {
    const tokensOf = (path: string): string[] =>
      [...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(/--na-[\w-]+:[^;]+;/g)].map(String);
    const product = new Set(tokensOf('../../../web/app/theme/tokens.css'));
    const own = tokensOf('./reference.css');
    expect(own.length).toBeGreaterThan(15);
    expect(own.filter((token) => !product.has(token))).toEqual([]);
  });

  it('serves its stylesheet and the fonts it names', async () => {
    const { status, headers, body } = await rest.call('GET', '/v1/docs/reference.css');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    expect(String(body)).not.toMatch(/@import|https?:/);
    for (const [, font = ''] of String(body).matchAll(/url\("([^"]+)"\)/g)) {
      const answer = await rest.call('GET', font);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get('Content-Type')).toBe('font/woff2');
    }
  });
});
