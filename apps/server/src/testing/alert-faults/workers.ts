import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import serverFlags from '../../../../../scripts/bootstrap/server-flags.json' with { type: 'json' };
import type { ClockState } from './run-clock.ts';

const program = fileURLToPath(new URL('./timed-worker.ts', import.meta.url));
/** The delay of a supervisor before it restarts a program that exited by itself. */
const AGAIN_MS = 500;

interface Worker {
  readonly child: ChildProcess;
  ready: boolean;
  killed: boolean;
}

interface CrewOptions {
  readonly size: number;
  readonly env: Readonly<Record<string, string>>;
  /** Also the directory of their logs. */
  readonly dir: string;
  readonly clock: ClockState;
}

/** Processes with ROLE=worker. One that exits is replaced at once. */
export class WorkerCrew {
  readonly #options: CrewOptions;
  readonly #workers = new Set<Worker>();
  #clock: ClockState;
  #stopping = false;
  #count = 0;
  /** Exited by themselves after they had been ready; each is a fault of the program. */
  readonly ended: string[] = [];
  /** Exited before they were ready, because their database was down. */
  startsRefused = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#clock = options.clock;
    for (let nth = 0; nth < options.size; nth += 1) this.#start();
  }

  /** The number of workers that accept work now. */
  get ready(): number {
    return [...this.#workers].filter(({ ready }) => ready).length;
  }

  #start(): void {
    this.#count += 1;
    const name = `worker-${this.#count}`;
    const { env, dir } = this.#options;
    const child = spawn(process.execPath, [...serverFlags, program, JSON.stringify(this.#clock)], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const worker: Worker = { child, ready: false, killed: false };
    const log = createWriteStream(join(dir, `${name}.log`));
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.once('message', () => {
      worker.ready = true;
    });
    child.once('close', (code) => void this.#replace(worker, name, code));
    this.#workers.add(worker);
  }

  async #replace(worker: Worker, name: string, code: number | null): Promise<void> {
    this.#workers.delete(worker);
    if (this.#stopping) return;
    if (!worker.killed) {
      if (worker.ready) this.ended.push(`${name} exited with ${code}`);
      else this.startsRefused += 1;
      await wait(AGAIN_MS);
    }
    if (!this.#stopping) this.#start();
  }

  /** `share` from 0 to below 1 selects among the living ones. */
  killOne(share: number): void {
    const living = [...this.#workers].filter(({ killed }) => !killed);
    const victim = living[Math.floor(share * living.length)];
    if (victim === undefined) return;
    victim.killed = true;
    victim.child.kill('SIGKILL');
  }

  setClock(clock: ClockState): void {
    this.#clock = clock;
    // One may be dying; its successor begins with the new clock.
    for (const { child } of this.#workers) if (child.connected) child.send(clock, () => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(
      [...this.#workers].map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        await closed;
      }),
    );
  }
}
