import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServiceSpec } from '@notafter/domain';

const program = fileURLToPath(new URL('killed-process.program.ts', import.meta.url));

export interface KilledCall {
  readonly cloud: 'digitalocean' | 'aws' | 'gcp' | 'azure';
  /** Where the fake listens. */
  readonly url: string;
  /** The clock of the fake, which the process has standing still. */
  readonly now: number;
  /** The text of a key that the fake accepts and does not know by heart. */
  readonly key: string;
  readonly call: 'create' | 'resize' | 'setAllowlist' | 'remove';
  readonly spec: ServiceSpec;
}

/** A process that makes a call to a fake again and again until it is done. */
export interface CallingProcess {
  kill(): void;
  /** Resolves when it has ended: true if it did all it had to. */
  readonly ended: Promise<boolean>;
}

export const startCall = (call: KilledCall): CallingProcess => {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(call)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { kill: () => void child.kill('SIGKILL'), ended: once(child, 'exit').then(([code]) => code === 0) };
};
