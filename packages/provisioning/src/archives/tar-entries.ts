import { ProviderError } from '@notafter/domain';
import type { ByteReader } from './byte-reader.ts';
import { BLOCK } from './tar.ts';

/** A header of the ustar format (POSIX.1-1988). */
export interface TarHeader {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Of what follows it, without padding. */
  readonly size: number;
  readonly mode: number;
  readonly block: Buffer;
}

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

const malformed = () => new ProviderError('invalid', 'The archive of the backup is malformed.', { code: 'damaged' });

/** Reads the next header; null at the end of the archive. Throws for anything else. */
export const readTarHeader = async (reader: ByteReader): Promise<TarHeader | null> => {
  const block = await reader.read(BLOCK);
  if (block.length < BLOCK) throw malformed();
  if (block.every((byte) => byte === 0)) return null;
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberAt(block, 148, 8)) throw malformed();
  const prefix = textAt(block, 345, 155);
  const name = textAt(block, 0, 100);
  const size = numberAt(block, 124, 12);
  if (!Number.isSafeInteger(size)) throw malformed();
  const type = types[textAt(block, 156, 1)] ?? 'other';
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '').replace(/\/$/, '');
  return { path, type, size: type === 'file' ? size : 0, mode: numberAt(block, 100, 8), block };
};
