import { Transform } from 'node:stream';

const PRELOAD = '<link rel="modulepreload"';

/**
 * Marks the document's module preloads with its nonce. Remix writes them without, and then the policy refuses them without
 * a word: scripts would be fetched only once the page has been read to its end. What may be half a tag waits for its rest.
 */
export const withPreloadNonce = (nonce: string): Transform => {
  const decoder = new TextDecoder();
  let held = '';
  const marked = (html: string): string => html.replaceAll(PRELOAD, `<link nonce="${nonce}" rel="modulepreload"`);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const html = held + decoder.decode(chunk, { stream: true });
      const opened = html.lastIndexOf('<');
      const isHalf = opened !== -1 && html.length - opened < PRELOAD.length;
      held = isHalf ? html.slice(opened) : '';
      done(null, marked(isHalf ? html.slice(0, opened) : html));
    },
    flush(done) {
      done(null, marked(held + decoder.decode()));
    },
  });
};
