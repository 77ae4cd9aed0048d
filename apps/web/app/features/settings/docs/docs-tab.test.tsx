import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { filterGroups, readDocument } from './api-document.ts';
import DocsTab from './docs-tab.tsx';

const document: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../../docs/openapi.json'), 'utf8'));
const { groups } = readDocument(document);
const endpoints = groups.flatMap((group) => group.endpoints);

const server = setupServer(http.get('*/v1/openapi.json', () => HttpResponse.json(Object(document))));
beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  clearScreen();
});
afterAll(() => server.close());

const orgId = '0198b5a0-0000-7000-8000-0000000000aa';
const publicUrl = 'https://certs.example.com';
const open = (section: string, plan: 'Professional' | 'Self-hosted' = 'Professional') =>
  renderAppScreen(<DocsTab publicUrl={publicUrl} />, { at: `/settings?tab=3${section}`, path: '/settings', plan });

describe('the document', () => {
  it('is read whole: every operation has words and a group', () => {
    expect(endpoints.length).toBeGreaterThan(30);
    for (const { id, summary, path } of endpoints) expect([id !== '', summary !== ''], path).toEqual([true, true]);
  });

  it('is read from nonsense without a fault', () => {
    for (const nonsense of [null, 7, 'x', [], {}, { paths: { '/x': null }, tags: [{}] }]) expect(readDocument(nonsense).groups).toEqual([]);
  });

  it('is narrowed by path, method and words', () => {
    expect(filterGroups(groups, 'post certificates/add').flatMap((group) => group.endpoints.map(({ path }) => path))).toEqual([
      '/v1/certificates/add',
    ]);
    expect(filterGroups(groups, '  ')).toBe(groups);
    expect(filterGroups(groups, 'no such thing')).toEqual([]);
  });
});

describe('the tab', () => {
  it('begins with where the API is', async () => {
    open('');
    expect(await screen.findByText('https://certs.example.com/v1')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'OpenAPI 3.1 document' }).getAttribute('href')).toBe('/v1/openapi.json');
  });

  it('shows how to call with the reader’s own organization', async () => {
    open('&section=authentication');
    expect((await screen.findByRole('region', { name: 'Token' })).textContent).toContain(`org-id: ${orgId}`);
    expect(screen.getByRole('region', { name: 'API key' }).textContent).toContain('X-API-Key');
  });

  it('lists every endpoint, and finds one', async () => {
    open('&section=endpoints');
    expect(await screen.findByText(`${endpoints.length} endpoints`)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Filter endpoints'), { target: { value: 'certificates/add' } });
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(` of ${endpoints.length} endpoints`));
    expect(screen.getByRole('link', { name: /POST.*certificates\/add/ }).getAttribute('href')).toBe('/v1/docs#addCertificate');
    fireEvent.change(screen.getByLabelText('Filter endpoints'), { target: { value: 'zzz' } });
    expect(await screen.findByText('No endpoint matches. Use fewer words to find more.')).toBeTruthy();
  });

  it('has plans and payments if plans are sold, and only then', async () => {
    open('&section=endpoints');
    expect(await screen.findByText('/v1/billing/plan')).toBeTruthy();
    clearScreen();
    open('&section=endpoints', 'Self-hosted');
    expect(await screen.findByText('/v1/users/list')).toBeTruthy();
    expect(screen.queryByText(/billing/)).toBeNull();
    expect(screen.getByText(`${endpoints.length - 2} endpoints`)).toBeTruthy();
  });

  it('that does not load offers another try', async () => {
    server.use(http.get('*/v1/openapi.json', () => new HttpResponse(null, { status: 503 }), { once: true }));
    open('');
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('https://certs.example.com/v1')).toBeTruthy();
  });
});
