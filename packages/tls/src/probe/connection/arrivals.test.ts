import { describe, expect, it } from 'vitest';
import { afterArrivals, deliverArrivals, gatherArrival, type Receiver } from './arrivals.ts';

const listener = (name: string, heard: string[]): Receiver => ({
  receive: (chunk, length) => heard.push(`${name} ${chunk.toString('latin1', 0, length)}`),
});

describe('arrivals', () => {
  it('are delivered in order, each to its own connection, although all were read into the same memory', async () => {
    const heard: string[] = [];
    const [a, b] = [listener('a', heard), listener('b', heard)];
    const shared = Buffer.alloc(16);
    const read = (receiver: Receiver, text: string): void => gatherArrival(receiver, shared, shared.write(text, 'latin1'));
    read(a, 'one');
    read(b, 'two');
    read(a, 'three');
    expect(heard).toEqual([]);
    await expect.poll(() => heard).toEqual(['a one', 'b two', 'a three']);
    read(b, 'four');
    await expect.poll(() => heard).toContain('b four');
    expect(heard).toHaveLength(4);
  });
  it('do not wait when the buffer is full', () => {
    const sizes: number[] = [];
    const receiver: Receiver = { receive: (_chunk, length) => sizes.push(length) };
    const chunk = Buffer.alloc(65_536);
    for (let n = 0; n < 4; n += 1) gatherArrival(receiver, chunk, chunk.length);
    expect(sizes).toEqual([]);
    gatherArrival(receiver, chunk, 10);
    expect(sizes).toEqual([65_536, 65_536, 65_536, 65_536]);
    deliverArrivals();
    expect(sizes).toHaveLength(5);
  });
  it('are all delivered before any deferred work runs, in the order requested', () => {
    const done: string[] = [];
    const receiver: Receiver = {
      receive(chunk, length) {
        const text = chunk.toString('latin1', 0, length);
        afterArrivals(() => done.push(`answer to ${text}`));
        done.push(text);
      },
    };
    gatherArrival(receiver, Buffer.from('a'), 1);
    gatherArrival(receiver, Buffer.from('b'), 1);
    deliverArrivals();
    expect(done).toEqual(['a', 'b', 'answer to a', 'answer to b']);
    afterArrivals(() => done.push('at once'));
    expect(done).toContain('at once');
  });
  it('do not block deferred work when one receiver throws', () => {
    const broken: Receiver = {
      receive() {
        throw new Error('broken');
      },
    };
    gatherArrival(broken, Buffer.from('a'), 1);
    expect(deliverArrivals).toThrow('broken');
    const done: string[] = [];
    afterArrivals(() => done.push('at once'));
    expect(done).toEqual(['at once']);
  });
  it('requested during a delivery are delivered once', async () => {
    const heard: string[] = [];
    gatherArrival(listener('a', heard), Buffer.from('bytes'), 5);
    deliverArrivals();
    expect(heard).toEqual(['a bytes']);
    gatherArrival(listener('b', heard), Buffer.from('more'), 4);
    await expect.poll(() => heard).toEqual(['a bytes', 'b more']);
  });
});
