import { expect, it } from 'vitest';
import { AnchorReader, AnchorWriter, type SentAnchors } from './anchor-messages.ts';
import { createAuthority } from './testing/index.ts';

const { root } = createAuthority({ name: 'Corp' });
const named = (digest: string) => ({ digest, pem: root.pem });
const size = root.pem.length;

/** Sends one message for each list of digests, as the prober does; returns how many bundles each of them carried. */
const exchange = (writer: AnchorWriter, reader: AnchorReader, messages: readonly (readonly string[])[]): number[] =>
  messages.map((digests) => {
    for (const digest of digests) writer.use(named(digest));
    const sent: SentAnchors | undefined = structuredClone(writer.take());
    reader.apply(sent, () => expect(reader.find(digests).map(({ digest }) => digest)).toEqual(digests));
    return sent?.added.length ?? 0;
  });

it('sends each bundle once', () => {
  expect(exchange(new AnchorWriter(), new AnchorReader(), [['a', 'b'], ['a'], [], ['b', 'c', 'a'], ['c']])).toEqual([2, 0, 0, 1, 0]);
});

it('forgets the least recently used beyond its limit, and sends them again', () => {
  const writer = new AnchorWriter(2 * size);
  const reader = new AnchorReader();
  expect(exchange(writer, reader, [['a'], ['b'], ['a'], ['c']])).toEqual([1, 1, 0, 1]);
  expect(() => reader.find(['b'])).toThrow('Anchors were not sent');
  expect(exchange(writer, reader, [['a'], ['b']])).toEqual([0, 1]);
});

it('has what a message needs, even if that is more than the limit', () => {
  const writer = new AnchorWriter(size);
  expect(
    exchange(writer, new AnchorReader(), [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]),
  ).toEqual([3, 2]);
});

it('sends everything again to a new thread', () => {
  const writer = new AnchorWriter();
  exchange(writer, new AnchorReader(), [['a']]);
  writer.clear();
  expect(exchange(writer, new AnchorReader(), [['a']])).toEqual([1]);
});
