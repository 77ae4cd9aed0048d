/** A file for a container. */
export interface ContainerFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** The user and the group that it belongs to. */
  readonly uid: number;
}

const BLOCK = 512;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** One header and its contents in the ustar format (POSIX.1-1988); paths up to 100 bytes. */
export const tarEntry = (path: string, type: '0' | '5', mode: number, uid: number, body: Buffer): Buffer => {
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is too long for a tar file.`);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(uid, 8), 108);
  header.write(octal(uid, 8), 116);
  header.write(octal(body.length, 12), 124);
  // Engines find out by it that a file has changed.
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, body, padding]);
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
    Buffer.alloc(2 * BLOCK),
  ]);
};
