import { describe, expect, it } from 'vitest';
import { findMissingPaths } from './doc-paths.ts';

const files = [
  'README.md',
  'docs/architecture.md',
  'docs/decisions/001-a.md',
  'packages/tls/src/probe.ts',
  'packages/tls/src/probe.test.ts',
];
const missingIn = (markdown: string, doc = 'docs/architecture.md') => findMissingPaths(new Map([[doc, markdown]]), files);

describe('findMissingPaths', () => {
  it.each([
    ['a link to a missing document', 'See [b](decisions/002-b.md).'],
    ['a link that is relative to another folder', 'See [a](docs/decisions/001-a.md).'],
    ['a folder in backticks', 'See `packages/ssl/`.'],
    ['a file in backticks', 'See `packages/tls/src/dial.ts`.'],
    ['a bare file name', 'See `dial.test.ts`.'],
    ['a glob without matches', 'See `packages/tls/src/*.tsx`.'],
  ])('reports %s', (_what, markdown) => {
    expect(missingIn(markdown)).toHaveLength(1);
  });

  it('reports the document, the line and the path', () => {
    expect(missingIn('One.\n\nTwo: `packages/tls/src/dial.ts`.')).toEqual([
      'docs/architecture.md:3 names packages/tls/src/dial.ts, which does not exist',
    ]);
  });

  it.each([
    ['links to a document, a folder and an anchor', '[a](decisions/001-a.md#context) [b](decisions) [c](../README.md) [d](#here)'],
    ['links to the web and to paths of the server', '[a](https://example.com/b.md) [b](/v1/docs)'],
    ['a path, its end, a file name and a glob', '`packages/tls/src/probe.ts` `src/probe.ts` `probe.test.ts` `packages/**/*.test.ts`'],
    ['paths outside the repository', '`data/outbox/` `DATA_DIR/secret.key` `/v1/certificates` `src/<slice>/<use-case>.ts`'],
    ['fenced code', '```\ncat `packages/none.ts`\n```'],
  ])('accepts %s', (_what, markdown) => {
    expect(missingIn(markdown)).toEqual([]);
  });
});
