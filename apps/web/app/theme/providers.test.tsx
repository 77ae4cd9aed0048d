import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageApi } from '../api/page-api.ts';
import { NonceProvider } from './nonce.ts';
import { Providers } from './providers.tsx';

const page = (
  <NonceProvider value="abc">
    <Providers api={createPageApi()} scope="app">
      Signed in
    </Providers>
  </NonceProvider>
);
const root = document.createElement('div');
document.body.append(root);
afterEach(() => vi.unstubAllGlobals());

it('takes over styles whose nonce the browser hides without a warning', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Rendered as on the server in a process that has a document, which React warns of.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('document', undefined);
  const html = renderToString(page);
  vi.stubGlobal('document', root.ownerDocument);
  expect(html).toContain('nonce="abc"');
  root.innerHTML = html.replaceAll('nonce="abc"', 'nonce=""');
  warned.mockClear();
  const mounted = await act(() => hydrateRoot(root, page));
  expect(warned.mock.calls.filter((call) => call.join(' ').includes('nonce'))).toEqual([]);
  await act(() => mounted.unmount());
});
