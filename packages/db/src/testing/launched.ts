import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { listProcesses } from '../embedded/processes.ts';

const fixture = fileURLToPath(new URL('../embedded/launch.fixture.ts', import.meta.url));

export interface Answer {
  readonly url?: string;
  readonly adopted?: boolean;
  readonly home?: string;
  readonly code?: string;
  readonly message?: string;
}

export interface Launched {
  /** Its output when the server was ready, or the reason for the failure; `{}` if it was killed before. */
  readonly answer: Promise<Answer>;
  /** Stops responding until it is killed. */
  freeze(): void;
  /** kill -9; resolves when the process is dead. */
  kill(): Promise<void>;
  /** Lets it stop its server and exit. */
  end(): Promise<void>;
}

/** Starts a process that starts the embedded PostgreSQL, as another user if `uid` is given. */
export function launch(dataDir: string, options: { uid?: number; gid?: number; fallbackRoot?: string } = {}): Launched {
  const { fallbackRoot = '', ...user } = options;
  const child = spawn(process.execPath, [fixture, dataDir, fallbackRoot], { ...user, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  return {
    answer: firstLine(createInterface({ input: child.stdout })),
    freeze: () => void child.kill('SIGSTOP'),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    end: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

async function firstLine(lines: AsyncIterable<string>): Promise<Answer> {
  for await (const line of lines) {
    const answer: Answer = JSON.parse(line);
    return answer;
  }
  return {};
}

/** Processes with this path in their command line: PostgreSQL's and their keeper shells. */
export async function processesOf(path: string): Promise<string[]> {
  const found = await listProcesses();
  return found.filter(({ command }) => command.includes(path) && !command.includes(fixture)).map(({ command }) => command);
}
