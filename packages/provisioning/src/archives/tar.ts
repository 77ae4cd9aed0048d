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

/** The bytes that fill the last block of an entry. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Writes the user into a header, who is also the group. */
export const writeOwner = (header: Buffer, uid: number): void => {
  for (const at of [108, 116]) header.write(octal(uid, 8), at);
};

/** Writes the checksum of a finished header, taken with blanks in its own place. */
export const seal = (header: Buffer): void => {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
};

/** One header and its contents in the ustar format (POSIX.1-1988); paths up to 100 bytes. */
export const tarEntry = (path: string, type: '0' | '5', mode: number, uid: number, body: Buffer): Buffer => {
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is too long for a tar file.`);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(octal(mode, 8), 100);
  writeOwner(header, uid);
  header.write(octal(body.length, 12), 124);
  // Engines find out by it that a file has changed.
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  seal(header);
  return Buffer.concat([header, body, Buffer.alloc(paddingOf(body.length))]);
};

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
