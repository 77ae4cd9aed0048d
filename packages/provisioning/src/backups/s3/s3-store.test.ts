import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ProviderError } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type S3Fake, startS3Fake } from '../../testing/s3/s3-fake.ts';
import type { BackupStore } from '../backup-store.ts';
import { createS3Store } from './s3-store.ts';

const { signal } = new AbortController();
const LARGE = randomBytes(11 * 1024 * 1024 + 17);
const KEY = 'prod/i/s/b1';

let fake: S3Fake;
let store: BackupStore;
beforeEach(async () => {
  fake = await startS3Fake();
  store = createS3Store(fake.options());
});
afterEach(async () => {
  await fake.close();
  expect(fake.undocumented).toEqual([]);
});

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const put = (bytes = LARGE, into = store) => into.put('i/s/b1', pieces(bytes), signal);
const get = () => buffer(store.get('i/s/b1', signal));
const failureOf = async (work: Promise<unknown>): Promise<ProviderError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw error ?? new Error('It succeeded.');
  return error;
};
const isStored = () => fake.bucket.objects.get(KEY)?.body.equals(LARGE) === true && fake.bucket.uploads.size === 0;

describe('a write', () => {
  it('is one request if it is short, and parts of equal size if not', async () => {
    await put(Buffer.from('small'));
    expect(fake.asked).toEqual(['ListMultipartUploads', 'PutObject', 'HeadObject']);
    await put();
    expect(fake.asked.slice(3)).toEqual([
      ...['ListMultipartUploads', 'CreateMultipartUpload', 'UploadPart', 'UploadPart', 'UploadPart', 'CompleteMultipartUpload'],
      'HeadObject',
    ]);
  });

  it('holds one part in memory, and little else of its source', async () => {
    let pulled = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of pieces(LARGE)) {
        pulled += piece.length;
        yield piece;
      }
    }
    const ahead: number[] = [];
    const watch = () => {
      ahead.push(pulled - fake.bucket.bytes);
      fake.before('UploadPart', watch);
    };
    fake.before('UploadPart', watch);
    await store.put('i/s/b1', counted(), signal);
    expect(ahead).toHaveLength(3);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(5 * 1024 * 1024 + 65_536);
  });

  it('leaves nothing of an upload whose beginning was never answered', async () => {
    fake.fail('CreateMultipartUpload', 'cut_after', 3);
    await failureOf(put());
    expect(fake.bucket.uploads.size).toBe(0);
  });

  it('goes to the host of the bucket without path style', async () => {
    const virtual = createS3Store(fake.options({ pathStyle: false, endpoint: 'http://store.invalid', attempts: 1 }));
    expect(await failureOf(put(LARGE, virtual))).toMatchObject({ code: 'store_away', cause: { hostname: 'backups.store.invalid' } });
  });

  it.each(['PutObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const)(
    'outlives that %s is cut, before and after it was done, and fails twice',
    async (operation) => {
      const bytes = operation === 'PutObject' ? Buffer.from('small') : LARGE;
      for (const fault of ['cut_before', 'cut_after', { status: 500, code: 'InternalError' }, { status: 503, code: 'SlowDown' }] as const) {
        fake.fail(operation, fault, 2);
        expect(await put(bytes)).toBe(bytes.length);
        expect(fake.bucket.objects.get(KEY)?.body.equals(bytes)).toBe(true);
        fake.bucket.uploads.clear();
        fake.bucket.objects.clear();
      }
    },
  );

  it('does not take the object of an earlier write for its own when its upload is gone', async () => {
    await put();
    fake.before('CompleteMultipartUpload', () => fake.bucket.uploads.clear());
    expect((await failureOf(put())).message).toContain('does not have the object that it accepted');
  });

  it('is refused if the body is not what was signed', async () => {
    fake.fail('UploadPart', { status: 400, code: 'XAmzContentSHA256Mismatch' });
    expect(await failureOf(put())).toMatchObject({ fault: 'invalid' });
    expect(fake.bucket.uploads.size).toBe(0);
  });

  it('leaves no object and no part at whichever request it fails for good', async () => {
    for (const operation of ['ListMultipartUploads', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const) {
      fake.fail(operation, { status: 403, code: 'AccessDenied' });
      expect(await failureOf(put())).toMatchObject({ fault: 'auth' });
      expect([fake.bucket.objects.size, fake.bucket.uploads.size]).toEqual([0, 0]);
    }
  });

  it('leaves the parts of an abort that failed to the next write', async () => {
    fake.fail('UploadPart', { status: 403, code: 'AccessDenied' });
    fake.fail('AbortMultipartUpload', { status: 403, code: 'AccessDenied' });
    await failureOf(put());
    expect(fake.bucket.uploads.size).toBe(1);
    await put();
    expect(isStored()).toBe(true);
  });

  it.each(['PutObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const)(
    'fails when the store answers %s with success and has done nothing',
    async (operation) => {
      fake.fail(operation, 'empty_200', 3);
      expect(await failureOf(put(operation === 'PutObject' ? Buffer.from('small') : LARGE))).toBeInstanceOf(ProviderError);
      expect([fake.bucket.objects.size, fake.bucket.uploads.size]).toEqual([0, 0]);
    },
  );

  it('is confirmed to be this write', async () => {
    await put();
    fake.fail('PutObject', 'empty_200');
    expect((await failureOf(put(Buffer.from('small')))).message).toContain('does not have the object that it accepted');
  });
});

describe('a read', () => {
  beforeEach(() => put());

  it('continues after the connection was cut', async () => {
    fake.fail('GetObject', 'cut_body', 3);
    expect((await get()).equals(LARGE)).toBe(true);
    expect(fake.asked.filter((one) => one === 'GetObject').length).toBeGreaterThan(3);
  });

  it('refuses a rest of another object', async () => {
    fake.fail('GetObject', 'cut_body');
    const reading = store.get('i/s/b1', signal)[Symbol.asyncIterator]();
    await reading.next();
    fake.before('GetObject', () => void fake.bucket.put(KEY, randomBytes(LARGE.length), {}));
    const rest = (async () => {
      for (;;) if ((await reading.next()).done === true) return;
    })();
    expect(await failureOf(rest)).toMatchObject({ code: 'damaged', message: 'The backup was replaced while it was read.' });
  });

  it('refuses a store that begins again instead of continuing', async () => {
    fake.fail('GetObject', 'cut_body');
    fake.fail('GetObject', 'no_range');
    expect(await failureOf(get())).toMatchObject({ code: 'store_away', message: expect.stringContaining("can't continue a read") });
  });

  it('fails when the store is cut again and again', async () => {
    fake.fail('GetObject', 'cut_before', 100);
    expect(await failureOf(get())).toMatchObject({ fault: 'transient', code: 'store_away', passes: true });
  });
});

describe('a refusal', () => {
  const refusal = (status: number, code: string, details = {}) => ({ status, code, details });
  it.each([
    ['NoSuchBucket', 404, 'store_away', false, 'the bucket backups does not exist'],
    ['AccessDenied', 403, 'store_away', false, 'the access key needs s3:ListBucket (AccessDenied)'],
    ['InvalidAccessKeyId', 403, 'store_away', false, "doesn't know the access key in AWS_ACCESS_KEY_ID"],
    ['SignatureDoesNotMatch', 403, 'store_away', false, 'AWS_SECRET_ACCESS_KEY is not the secret'],
    ['ExpiredToken', 400, 'store_away', false, 'it has expired'],
    ['QuotaExceeded', 403, 'store_full', false, 'is full (QuotaExceeded)'],
    ['XMinioStorageFull', 507, 'store_full', false, 'is full (XMinioStorageFull)'],
    ['NotImplemented', 501, 'store_away', false, 'does not support ListObjectsV2'],
    ['SlowDown', 503, 'SlowDown', true, 'is busy (SlowDown)'],
    ['TooManyRequests', 429, 'TooManyRequests', true, 'is busy'],
    ['InternalError', 500, 'InternalError', true, 'has an internal error'],
    ['Teapot', 418, 'store_away', false, 'refused ListObjectsV2 (Teapot)'],
  ])('%s is explained', async (code, status, expected, passes, message) => {
    fake.fail('ListObjectsV2', refusal(status, code), 3);
    const failure = await failureOf(store.list('', signal));
    expect(failure).toMatchObject({ code: expected, passes, message: expect.stringContaining(message) });
    expect(failure.message).toMatch(/^The backup store s3:\/\/backups\/prod\/ at 127\.0\.0\.1:\d+ .*\.$/);
  });

  it.each([
    [
      refusal(301, 'PermanentRedirect', { Region: 'us-west-2' }),
      'the bucket backups is in the region us-west-2. Set AWS_REGION=us-west-2.',
    ],
    [refusal(301, 'PermanentRedirect'), 'another endpoint has the bucket backups'],
  ])('names the region of a bucket that is elsewhere', async (fault, message) => {
    fake.fail('ListObjectsV2', fault);
    expect(await failureOf(store.list('', signal))).toMatchObject({ code: 'store_away', message: expect.stringContaining(message) });
  });

  it('names the region if the signature is for another one', async () => {
    const failure = await failureOf(createS3Store(fake.options({ region: 'us-east-1' })).list('', signal));
    expect(failure.message).toContain('Set AWS_REGION=eu-central-1.');
  });

  it('says that the secret is wrong, and that the key is unknown', async () => {
    const wrong = { accessKeyId: 'example-key', secretAccessKey: 'wrong' };
    const { message } = await failureOf(createS3Store(fake.options({ credentials: wrong })).list('', signal));
    expect(message).toContain('AWS_SECRET_ACCESS_KEY is not the secret');
    const other = createS3Store(fake.options({ credentials: { ...wrong, accessKeyId: 'OTHER' } }));
    expect((await failureOf(other.list('', signal))).message).toContain("doesn't know the access key");
    expect(fake.bucket.objects.size).toBe(0);
  });

  it('says that an access key is missing', async () => {
    for (const [name, value] of Object.entries({ AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: '', HOME: '/nonexistent' })) {
      vi.stubEnv(name, value);
    }
    const failure = await failureOf(createS3Store(fake.options({ credentials: null })).list('', signal));
    expect(failure).toMatchObject({ fault: 'auth', message: expect.stringContaining('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.') });
    vi.unstubAllEnvs();
  });

  it('of a wrong clock is corrected with the time of the store, and named if the store has none', async () => {
    fake.skewMs = 3_600_000;
    await put();
    expect(isStored()).toBe(true);
    fake.fail('ListObjectsV2', refusal(403, 'RequestTimeTooSkewed'), 3);
    expect((await failureOf(store.list('', signal))).message).toContain('the clock of this machine is wrong');
  });

  it('shows nothing that the store wrote', async () => {
    fake.fail('ListObjectsV2', refusal(400, 'Visit http://example.com now'));
    expect((await failureOf(store.list('', signal))).message).toContain('(Unknown)');
  });
});

describe('a store that does not speak S3', () => {
  it('is named when nothing listens', async () => {
    await fake.close();
    const failure = await failureOf(store.list('', signal));
    expect(failure).toMatchObject({ code: 'store_away', passes: true, message: expect.stringContaining('is not there (ECONNREFUSED)') });
    fake = await startS3Fake();
  });

  it.each([
    ['a page', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 12\r\n\r\n<html><body>'],
    ['an empty list', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['an error page', 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    [
      'a list without an end',
      `HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>`,
    ],
  ])('is a failure that is named: %s', async (_name, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const other = createS3Store(fake.options({ endpoint: `http://127.0.0.1:${port}`, attempts: 2 }));
    expect((await failureOf(other.list('', signal))).message).toMatch(/^The backup store s3:/);
    expect((await failureOf(put(Buffer.from('small'), other))).message).toMatch(/^The backup store s3:/);
    server.close();
  });
});
