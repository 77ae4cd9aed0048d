import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const WINDOW = 16;
const CHUNK = 4 * 1024 * 1024;

/** Finds any 16 bytes of secrets in other bytes, at any offset of both. */
export class KeyScan {
  readonly #windows = new Set<string>();
  /** Whether a window starts with these three bytes. */
  readonly #starts = new Uint8Array(1 << 24);

  constructor(secrets: readonly Buffer[]) {
    for (const secret of secrets) {
      if (secret.length < WINDOW) throw new Error('A secret is too short to be found.');
      for (let at = 0; at + WINDOW <= secret.length; at += 1) {
        this.#windows.add(secret.toString('latin1', at, at + WINDOW));
        this.#starts[secret.readUIntBE(at, 3)] = 1;
      }
    }
  }

  /** Returns how often a window occurs. */
  count(bytes: Buffer): number {
    let found = 0;
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      start = ((start << 8) | (bytes[at] ?? 0)) & 0xffffff;
      if (this.#starts[start] === 0 || at < 2) continue;
      if (this.#windows.has(bytes.toString('latin1', at - 2, at - 2 + WINDOW))) found += 1;
    }
    return found;
  }

  /** Stops a process and returns how often a window occurs in its writable memory (proc(5)). */
  countInProcess(pid: number): number {
    stop(pid);
    const memory = openSync(`/proc/${pid}/mem`, 'r');
    let found = 0;
    try {
      for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
        const range = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line);
        const end = Number.parseInt(range?.[2] ?? '0', 16);
        for (let at = Number.parseInt(range?.[1] ?? '0', 16); at < end; ) {
          const chunk = Buffer.alloc(Math.min(CHUNK + WINDOW, end - at));
          const size = readSync(memory, chunk, 0, chunk.length, at);
          if (size === 0) throw new Error(`The memory of process ${pid} is unreadable.`);
          found += this.count(chunk.subarray(0, size));
          at += Math.min(size, CHUNK);
        }
      }
    } finally {
      closeSync(memory);
    }
    return found;
  }
}

/** A process that runs would unmap memory between the list and the read. */
const stop = (pid: number): void => {
  process.kill(pid, 'SIGSTOP');
  while (!/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
};
