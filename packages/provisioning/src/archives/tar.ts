/** A file for a container. */
export interface ContainerFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** The user and the group that it belongs to. */
  readonly uid: number;
}

export const BLOCK = 512;
/** Comes after the last entry. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK);

/** A file, a link or a folder. */
type EntryType = '0' | '2' | '5';

export interface TarFacts {
  readonly path: string;
  readonly type: EntryType;
  readonly mode: number;
  /** The user and the group that it belongs to. */
  readonly uid: number;
  /** Of what follows the header. */
  readonly size: number;
}

const NAME_BYTES = 100;
const OCTAL_SIZE_MAX = 0o77777777777;

/** The bytes that fill the last block of an entry. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

const writeSize = (header: Buffer, size: number): void => {
  if (size <= OCTAL_SIZE_MAX) header.write(octal(size, 12), 124);
  else {
    // From 8 GiB on, as a binary number with the first bit set.
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
};

const ustarHeader = (name: Buffer, type: EntryType | 'x', { mode, uid, size }: Pick<TarFacts, 'mode' | 'uid' | 'size'>): Buffer => {
  const header = Buffer.alloc(BLOCK);
  name.copy(header, 0, 0, NAME_BYTES);
  header.write(octal(mode, 8), 100);
  for (const at of [108, 116]) header.write(octal(uid, 8), at);
  writeSize(header, size);
  // Engines find out by it that a file has changed.
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  // The checksum is taken with blanks in its own place.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

/** A record of an extended header (POSIX.1-2001, pax): its length counts itself. */
const paxRecord = (key: string, value: string): Buffer => {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (rest.length + String(length).length > length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
};

const padded = (body: Buffer): Buffer => Buffer.concat([body, Buffer.alloc(paddingOf(body.length))]);

/** The header of one entry: ustar (POSIX.1-1988), after an extended one if its path is longer than 100 bytes. */
export const tarHeader = ({ path, type, ...facts }: TarFacts): Buffer => {
  const name = Buffer.from(path);
  const header = ustarHeader(name, type, facts);
  if (name.length <= NAME_BYTES) return header;
  const record = paxRecord('path', path);
  const extended = ustarHeader(Buffer.from('long-path'), 'x', { mode: 0o600, uid: 0, size: record.length });
  return Buffer.concat([extended, padded(record), header]);
};

/** One entry with its contents. */
export const tarEntry = (path: string, type: EntryType, mode: number, uid: number, body: Buffer): Buffer =>
  Buffer.concat([tarHeader({ path, type, mode, uid, size: body.length }), padded(body)]);

const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(1, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
};

/** The files as a tar archive for the root of a container. Folders from `base` on belong to root and can be entered by all. */
export const packFiles = (base: string, files: readonly ContainerFile[]): Buffer => {
  const above = new Set(foldersOf(`${base}/`).slice(0, -1));
  const folders = [...new Set(files.flatMap(({ path }) => foldersOf(path)))].filter((folder) => !above.has(folder));
  return Buffer.concat([
    ...folders.map((folder) => tarEntry(folder, '5', 0o755, 0, Buffer.alloc(0))),
    ...files.map(({ path, text, mode, uid }) => tarEntry(path.slice(1), '0', mode, uid, Buffer.from(text))),
    ARCHIVE_END,
  ]);
};
