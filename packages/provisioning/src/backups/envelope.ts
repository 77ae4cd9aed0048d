import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { ProviderError } from '@notafter/domain';
import type { z } from 'zod';
import { ByteReader } from '../archives/byte-reader.ts';

const HEADER_MAX_BYTES = 16 * 1024;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** One kind of encrypted file. */
export interface Envelope<Header> {
  /** The first line; its number changes with the form. */
  readonly magic: `${string} ${number}\n`;
  readonly header: z.ZodType<Header>;
}

const damaged = (message: string) => new ProviderError('invalid', message, { code: 'damaged' });
const truncated = () => new ProviderError('invalid', 'The backup ends early: it was cut short.', { code: 'truncated' });

/** The number of the chunk, and whether it is the last: so chunks can't be moved, and none can be missing at the end. */
const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 5, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
};

const associated = (head: Buffer): Buffer => createHash('sha256').update(head).digest();

/**
 * Encrypts a stream with a key that nothing else is encrypted with: AES-256-GCM in chunks of 64 KiB, each under the hash of the
 * header (the STREAM construction, https://eprint.iacr.org/2015/189). The header comes first, in clear.
 */
export async function* encrypt<Header>(
  { magic }: Envelope<Header>,
  source: AsyncIterable<Uint8Array>,
  header: Header,
  key: Uint8Array,
): AsyncGenerator<Buffer> {
  const head = Buffer.from(`${magic}${JSON.stringify(header)}\n`);
  const data = associated(head);
  yield head;
  const reader = new ByteReader(source);
  try {
    let index = 0;
    for (let chunk = await reader.read(CHUNK_BYTES), isLast = false; !isLast; index += 1) {
      const next = await reader.read(CHUNK_BYTES);
      isLast = next.length === 0;
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(data);
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
      chunk = next;
    }
  } finally {
    await reader.close();
  }
}

const readHead = async <Header>(
  { magic, header }: Envelope<Header>,
  reader: ByteReader,
): Promise<{ readonly head: Buffer; readonly header: Header }> => {
  const bytes: number[] = [];
  for (let lines = 0; lines < 2 && bytes.length < HEADER_MAX_BYTES; ) {
    const [byte] = await reader.read(1);
    if (byte === undefined) throw truncated();
    bytes.push(byte);
    if (byte === 0x0a) lines += 1;
  }
  const head = Buffer.from(bytes);
  if (!head.toString().startsWith(magic)) throw damaged('This is not a backup of Notafter, or its beginning was changed.');
  try {
    return { head, header: header.parse(JSON.parse(head.toString().slice(magic.length))) };
  } catch (error) {
    throw new ProviderError('invalid', 'The header of the backup was changed.', { code: 'damaged', cause: error });
  }
};

const open = (chunk: Buffer, key: Uint8Array, data: Buffer, nonce: Buffer): Buffer | null => {
  if (chunk.length < TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(data).setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
};

/** Decrypts a stream that `encrypt` made. Yields nothing that was not authenticated; ends without an error only at its real end. */
export async function* decrypt<Header>(
  envelope: Envelope<Header>,
  source: AsyncIterable<Uint8Array>,
  openKey: (header: Header) => Uint8Array | Promise<Uint8Array>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  try {
    const { head, header } = await readHead(envelope, reader);
    const key = await openKey(header);
    const data = associated(head);
    let index = 0;
    for (let chunk = await reader.read(CHUNK_BYTES + TAG_BYTES), isLast = false; !isLast; index += 1) {
      const next = await reader.read(CHUNK_BYTES + TAG_BYTES);
      isLast = next.length === 0;
      const opened = open(chunk, key, data, nonceOf(index, isLast));
      if (opened === null) {
        // Whole chunks that are missing at the end leave one that was not meant to be the last.
        if (isLast && open(chunk, key, data, nonceOf(index, false)) !== null) throw truncated();
        throw damaged(`The backup was changed or cut short: part ${index + 1} is not what was stored.`);
      }
      yield opened;
      chunk = next;
    }
  } finally {
    await reader.close();
  }
}
