import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { problemOf } from './api/problem.ts';
import { NonceProvider } from './theme/nonce.ts';
import { withPreloadNonce } from './theme/preload-nonce.ts';

/** How long a page may wait for a loader's promises; the render is cut a little later, so that their errors still arrive. */
export const streamTimeout = 10_000;
const RENDER_TIMEOUT_MS = streamTimeout + 1000;

interface FailedRequest {
  readonly request: Request;
  readonly context: Pick<AppLoadContext, 'log'>;
}

/** For the log: what follows in an address may be a one-time token. */
const pageOf = (request: Request): string => `/${new URL(request.url).pathname.split('/')[1] ?? ''}`;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, log, actor }: AppLoadContext,
): Promise<Response> {
  const wholeAtOnce = isbot(request.headers.get('user-agent') ?? '');
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    let answered = false;
    const body = withPreloadNonce(nonce);
    const answer = (): void => {
      answered = true;
      headers.set('Content-Type', 'text/html; charset=utf-8');
      // An organization's data must not come from a cache after logout.
      headers.set('Cache-Control', actor === null ? 'no-cache' : 'private, no-store');
      resolve(new Response(createReadableStreamFromReadable(body), { status: responseStatus, headers }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceProvider>,
      {
        nonce,
        ...(wholeAtOnce ? { onAllReady: answer } : { onShellReady: answer }),
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          // Before the shell, `onShellError` passes it on; a reader who left is not a fault of the page.
          if (answered && !body.destroyed && !request.signal.aborted)
            log.error({ err: error, page: pageOf(request) }, 'page failed to render');
        },
      },
    );
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS);
    body.once('close', () => clearTimeout(timeout));
  });
}

/** Expected failures are answers, and the router already logged the unexpected ones of its procedures. */
export const handleError = ((error, { request, context }: FailedRequest): void => {
  if (request.signal.aborted || problemOf(error) !== null) return;
  // A method or an address without a page: the router's message has the whole address, which may contain a token.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.log.error({ err: error, page: pageOf(request) }, 'page failed to load');
}) satisfies HandleErrorFunction;
