import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;

/** The log file of initdb and postgres, and its contents since the last mark. */
export interface ServerLog {
  readonly path: string;
  readonly fd: number;
  mark(): Promise<void>;
  sinceMark(): Promise<string>;
  close(): Promise<void>;
}

/** Opens `<home>/postgres.log`. Keeps one older file, so the log stays below 20 MB plus one run's output. */
export async function openServerLog(home: string): Promise<ServerLog> {
  const path = join(home, 'postgres.log');
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > ROTATE_ABOVE_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, 'a+', 0o600);
  let from = (await file.stat()).size;
  return {
    path,
    fd: file.fd,
    mark: async () => {
      from = (await file.stat()).size;
    },
    sinceMark: async () => {
      const { size: end } = await file.stat();
      const start = Math.max(from, end - 16_384);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(1, end - start)), 0, end - start, start);
      return buffer.toString('utf8', 0, bytesRead);
    },
    close: () => file.close(),
  };
}
