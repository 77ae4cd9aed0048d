import { createHash, randomUUID } from 'node:crypto';
import type { S3Refusal } from './s3-signature.ts';

export interface S3Object {
  readonly body: Buffer;
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Upload {
  readonly key: string;
  readonly metadata: S3Object['metadata'];
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

const PART_MIN_BYTES = 5 * 1024 * 1024;
const PARTS_MAX = 10_000;

const md5 = (data: Buffer): Buffer => createHash('md5').update(data).digest();
const quoted = (hex: string): string => `"${hex}"`;
const refuse = (status: number, code: string): S3Refusal => ({ status, code });

/** Objects and uploads in the rules of S3. What is refused is returned as a refusal, and changes nothing. */
export class S3Bucket {
  readonly objects = new Map<string, S3Object>();
  readonly uploads = new Map<string, Upload>();
  /** Refuses what would be more. */
  quotaBytes = Number.POSITIVE_INFINITY;

  get bytes(): number {
    const parts = [...this.uploads.values()].flatMap((upload) => [...upload.parts.values()]);
    return [...this.objects.values(), ...parts].reduce((sum, { body }) => sum + body.length, 0);
  }

  put(key: string, body: Buffer, metadata: S3Object['metadata']): S3Object | S3Refusal {
    if (this.bytes + body.length > this.quotaBytes) return refuse(403, 'QuotaExceeded');
    const object = { body, etag: quoted(md5(body).toString('hex')), metadata };
    this.objects.set(key, object);
    return object;
  }

  begin(key: string, metadata: S3Object['metadata']): string {
    const id = randomUUID();
    this.uploads.set(id, { key, metadata, parts: new Map() });
    return id;
  }

  putPart(key: string, id: string, number: number, body: Buffer): { readonly etag: string } | S3Refusal {
    const upload = this.#find(key, id);
    if (upload === null) return refuse(404, 'NoSuchUpload');
    if (!Number.isInteger(number) || number < 1 || number > PARTS_MAX) return refuse(400, 'InvalidArgument');
    if (this.bytes + body.length > this.quotaBytes) return refuse(403, 'QuotaExceeded');
    const part = { body, etag: quoted(md5(body).toString('hex')) };
    upload.parts.set(number, part);
    return part;
  }

  complete(key: string, id: string, chosen: readonly { readonly number: number; readonly etag: string }[]): S3Object | S3Refusal {
    const upload = this.#find(key, id);
    if (upload === null) return refuse(404, 'NoSuchUpload');
    if (chosen.length === 0) return refuse(400, 'MalformedXML');
    if (chosen.some(({ number }, index) => index > 0 && number <= (chosen[index - 1]?.number ?? 0))) return refuse(400, 'InvalidPartOrder');
    const parts = chosen.map(({ number, etag }) => ({ part: upload.parts.get(number), etag }));
    const bodies = parts.flatMap(({ part, etag }) => (part?.etag === etag ? [part.body] : []));
    if (bodies.length !== parts.length) return refuse(400, 'InvalidPart');
    const leading = bodies.slice(0, -1);
    if (leading.some(({ length }) => length < PART_MIN_BYTES)) return refuse(400, 'EntityTooSmall');
    if (leading.some(({ length }) => length !== leading[0]?.length)) return refuse(400, 'InvalidPart');
    const etag = quoted(`${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-${bodies.length}`);
    const object = { body: Buffer.concat(bodies), etag, metadata: upload.metadata };
    this.objects.set(key, object);
    this.uploads.delete(id);
    return object;
  }

  abort(key: string, id: string): S3Refusal | null {
    if (this.#find(key, id) === null) return refuse(404, 'NoSuchUpload');
    this.uploads.delete(id);
    return null;
  }

  #find(key: string, id: string): Upload | null {
    const upload = this.uploads.get(id);
    return upload?.key === key ? upload : null;
  }
}
