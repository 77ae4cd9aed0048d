import { addAbortSignal, Readable } from 'node:stream';
import { ProviderError } from '@notafter/domain';
import { explainedBy } from './s3-errors.ts';
import type { BucketRequests } from './s3-requests.ts';

/** Connections that bring nothing, one after another. */
const CUTS_MAX = 4;

interface Read {
  readonly requests: BucketRequests;
  readonly Bucket: string;
  readonly Key: string;
}

const endedEarly = (): Error => Object.assign(new Error('The answer ended early.'), { code: 'ECONNRESET' });

/** Reads an object to its end. A connection that is cut is followed by one for the rest, of the same version of the object. */
export async function* readObject({ requests, ...object }: Read, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const send = requests.during(signal);
  let total: number | null = null;
  let IfMatch: string | undefined;
  let offset = 0;
  for (let cuts = 0; total === null || offset < total; ) {
    const input = offset === 0 ? object : { ...object, Range: `bytes=${offset}-`, IfMatch };
    const answer = await send('GetObject', ({ client, sdk }, options) => client.send(new sdk.GetObjectCommand(input), options));
    if (offset > 0 && answer.ContentRange?.startsWith(`bytes ${offset}-`) !== true) {
      throw new ProviderError('invalid', `The backup store ${requests.place} can't continue a read that was cut.`, { code: 'store_away' });
    }
    total ??= answer.ContentLength ?? 0;
    IfMatch ??= answer.ETag;
    try {
      for await (const piece of bodyOf(answer.Body, signal)) {
        if (!(piece instanceof Uint8Array)) continue;
        offset += piece.length;
        cuts = 0;
        yield piece;
      }
      if (offset < total) throw endedEarly();
    } catch (error) {
      signal.throwIfAborted();
      cuts += 1;
      if (cuts > CUTS_MAX) throw explainedBy(requests.place, object.Bucket, 'GetObject', error);
    }
  }
}

const bodyOf = (body: unknown, signal: AbortSignal): AsyncIterable<unknown> => {
  if (body instanceof Readable) return addAbortSignal(signal, body);
  throw endedEarly();
};
