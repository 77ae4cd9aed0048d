import { ProviderError } from '@notafter/domain';
import type { ByteReader } from './byte-reader.ts';
import { BLOCK, paddingOf } from './tar.ts';

/** The header of one entry, in the ustar format (POSIX.1-1988) with extended headers (POSIX.1-2001). */
export interface TarHeader {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Of what follows it, without padding. */
  readonly size: number;
  readonly mode: number;
  /** As it was read, with the extended header before it. */
  readonly bytes: Buffer;
}

/** A path of 4096 bytes, and attributes beside it. */
const EXTENDED_MAX_BYTES = 64 * 1024;

const textAt = (block: Buffer, at: number, length: number): string => {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

/** Octal digits; larger numbers are binary, with the first bit set. */
const numberAt = (block: Buffer, at: number, length: number): number => {
  const field = block.subarray(at, at + length);
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(block, at, length).trim() || '0', 8);
  return Number(BigInt(`0x${field.toString('hex')}`) & ((1n << BigInt(8 * length - 8)) - 1n));
};

const types: Readonly<Record<string, TarHeader['type']>> = {
  '0': 'file',
  '\0': 'file',
  '': 'file',
  '5': 'folder',
  '1': 'link',
  '2': 'link',
};

export const malformedArchive = () => new ProviderError('invalid', 'The archive of the backup is malformed.', { code: 'damaged' });

/** Null at the end of the archive. */
const readBlock = async (reader: ByteReader): Promise<Buffer | null> => {
  const block = await reader.read(BLOCK);
  if (block.length < BLOCK) throw malformedArchive();
  if (block.every((byte) => byte === 0)) return null;
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberAt(block, 148, 8)) throw malformedArchive();
  if (!Number.isSafeInteger(numberAt(block, 124, 12))) throw malformedArchive();
  return block;
};

/** The records of an extended header: `<length> <key>=<value>\n`, whose length counts itself. */
const readRecords = (body: Buffer): ReadonlyMap<string, string> => {
  const records = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const blank = body.indexOf(' ', at);
    const length = Number(body.toString('latin1', at, Math.max(at, blank)));
    if (!Number.isSafeInteger(length) || length < 5 || at + length > body.length) throw malformedArchive();
    const record = body.toString('utf8', blank + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals < 1) throw malformedArchive();
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
};

/** Reads the next header; null at the end of the archive. Throws for anything else. */
export const readTarHeader = async (reader: ByteReader): Promise<TarHeader | null> => {
  const read: Buffer[] = [];
  let records: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const block = await readBlock(reader);
    if (block === null) {
      if (read.length > 0) throw malformedArchive();
      return null;
    }
    read.push(block);
    const kind = textAt(block, 156, 1);
    const size = numberAt(block, 124, 12);
    if (kind !== 'x') {
      const prefix = textAt(block, 345, 155);
      const name = textAt(block, 0, 100);
      const path = (records.get('path') ?? (prefix === '' ? name : `${prefix}/${name}`)).replace(/^\.\//, '').replace(/\/$/, '');
      const ownSize = records.has('size') ? Number(records.get('size')) : size;
      if (!Number.isSafeInteger(ownSize) || ownSize < 0) throw malformedArchive();
      const type = types[kind] ?? 'other';
      return { path, type, size: type === 'file' ? ownSize : 0, mode: numberAt(block, 100, 8), bytes: Buffer.concat(read) };
    }
    const length = size + paddingOf(size);
    if (read.length > 1 || size > EXTENDED_MAX_BYTES) throw malformedArchive();
    const body = await reader.read(length);
    if (body.length < length) throw malformedArchive();
    read.push(body);
    records = readRecords(body.subarray(0, size));
  }
};

/** A path that stays in its folder. */
export const isInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.includes('\0') && path.split('/').every((part) => part !== '..' && part !== '');

/** An entry that backups include: a plain file or a folder, inside. Throws for any other. */
export const assertPlain = ({ path, type }: TarHeader): void => {
  if ((type === 'file' || type === 'folder') && isInside(path)) return;
  throw new ProviderError('invalid', `The archive of the backup has an entry that is not a plain file: ${path}.`);
};
