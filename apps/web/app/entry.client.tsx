import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { NonceProvider } from './theme/nonce.ts';

// Browsers hide the attribute from selectors' values and scripts that read it, but not the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
// For the scroll lock of dialogs, which adds its own <style>.
if (nonce !== undefined) setNonce(nonce);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceProvider value={nonce}>
        <RemixBrowser />
      </NonceProvider>
    </StrictMode>,
  );
});
