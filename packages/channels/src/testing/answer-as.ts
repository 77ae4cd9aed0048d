import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Behavior, RETRY_AFTER_SECONDS } from './behaviors.ts';
import type { Vendor, VendorAnswer } from './vendor.ts';

const PIECES = 4;
const HUGE_PIECE = 'x'.repeat(64 * 1024);
const HUGE_PIECES = 64;

const write = (response: ServerResponse, { status, body, contentType = 'text/plain', headers = {} }: VendorAnswer): void => {
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(status === 204 ? undefined : body);
};

const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

const writeSlowly = async (
  response: ServerResponse,
  { status, body, contentType = 'text/plain' }: VendorAnswer,
  pieceMs: number,
): Promise<void> => {
  response.writeHead(status, { 'content-type': contentType });
  response.flushHeaders();
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  for (let piece = 0; piece < PIECES; piece += 1) {
    // Not waiting for a state: the pauses are this behavior.
    await pause(pieceMs);
    response.write(body.slice(piece * size, (piece + 1) * size));
  }
  response.end();
};

const writeBroken = (response: ServerResponse, { status, body, contentType = 'text/plain' }: VendorAnswer): void => {
  const whole = body === '' ? 'cut off' : body;
  response.writeHead(status === 204 ? 200 : status, { 'content-type': contentType, 'content-length': Buffer.byteLength(whole) + 10 });
  response.write(whole, () => reset(response));
};

const writeHuge = async (response: ServerResponse, { status, contentType = 'text/plain', body }: VendorAnswer): Promise<void> => {
  response.on('error', () => undefined).writeHead(status === 204 ? 200 : status, { 'content-type': contentType });
  response.write(body);
  for (let piece = 0; piece < HUGE_PIECES && !response.destroyed; piece += 1) response.write(HUGE_PIECE);
  response.end();
};

/** The response to an accepted request, whatever the sender receives of it. */
export const answerTaken = async (response: ServerResponse, behavior: Behavior, answer: VendorAnswer, pieceMs: number): Promise<void> => {
  switch (behavior) {
    case 'timeout':
      return;
    case 'reset-after-reading':
      return reset(response);
    case 'slow-body':
      return writeSlowly(response, answer, pieceMs);
    case 'broken-body':
      return writeBroken(response, answer);
    case 'huge-body':
      return writeHuge(response, answer);
    default:
      return write(response, answer);
  }
};

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): VendorAnswer => ({ status, body, headers });

const refusalOf = (behavior: Behavior, vendor: Vendor): VendorAnswer => {
  switch (behavior) {
    case 'rate-limited':
      return vendor.rateLimited?.(RETRY_AFTER_SECONDS) ?? plain(429, 'slow down', { 'retry-after': `${RETRY_AFTER_SECONDS}` });
    case 'rate-limited-until':
      return plain(429, 'slow down', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    case 'unavailable-html':
      return { status: 503, body: '<!doctype html><html><body><h1>Back soon</h1></body></html>', contentType: 'text/html' };
    case 'gone':
      return plain(410, 'gone');
    case 'unauthorized':
      return plain(401, 'unauthorized');
    case 'forbidden':
      return plain(403, 'forbidden');
    case 'not-found':
      return plain(404, 'not found');
    case 'redirect':
      return plain(302, '', { location: 'http://169.254.169.254/latest/meta-data/' });
    case 'moved':
      return plain(301, '', { location: 'http://169.254.169.254/latest/meta-data/' });
    default:
      return plain(500, 'internal error');
  }
};

/** The response to a refused request. */
export const answerRefused = (response: ServerResponse, behavior: Behavior, vendor: Vendor): void => {
  if (behavior === 'reset-before-reading') reset(response);
  else write(response, refusalOf(behavior, vendor));
};
