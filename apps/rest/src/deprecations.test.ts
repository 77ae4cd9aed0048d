import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { deprecationHeaders } from './deprecations.ts';
import { openApiDocument } from './openapi/document.ts';
import { documentModel } from './openapi/document-model.ts';

const old = { since: new Date('2026-11-23T00:00:00Z'), successor: '/v1/certificates' };

it('says since when a call is old and what replaces it, and its end only once one is planned', () => {
  const headers = { Deprecation: '@1795392000', Link: '</v1/certificates>; rel="successor-version"' };
  expect(deprecationHeaders({ ...old, sunset: null })).toEqual(headers);
  const ending = deprecationHeaders({ ...old, sunset: new Date('2027-11-23T12:00:00Z') });
  expect(ending).toEqual({ ...headers, Sunset: 'Tue, 23 Nov 2027 12:00:00 GMT' });
});

it('has an entry in the changes of the API for each old call', async () => {
  const changes = await readFile(new URL('../../../docs/api-changelog.md', import.meta.url), 'utf8');
  const calls = Object.entries(documentModel.parse(openApiDocument()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { deprecated }]) => (deprecated === true ? [`${method.toUpperCase()} ${path}`] : [])),
  );
  expect(calls).toContain('POST /v1/certificates/add');
  expect(calls.filter((call) => !changes.includes(`| \`${call}\` |`))).toEqual([]);
});
