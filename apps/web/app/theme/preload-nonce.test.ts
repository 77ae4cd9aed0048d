import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { withPreloadNonce } from './preload-nonce.ts';

const page =
  '<p title="ü<">Zoë</p><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/b.js"/>';
const marked = page.replaceAll('<link rel="modulepreload"', '<link nonce="bm9uY2U=" rel="modulepreload"');

it.each([1, 2, 7, 24, 25, 26, 1000])('marks every preload and changes nothing else, in pieces of %i bytes', async (size) => {
  const stream = withPreloadNonce('bm9uY2U=');
  const answer = text(stream);
  const bytes = Buffer.from(page);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  expect(await answer).toBe(marked);
});
