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
  /** What it said when its server was ready, or why there is none; `{}` when it was killed before. */
  readonly answer: Promise<Answer>;
  /** From now on it reacts to nothing, until it is killed. */
  freeze(): void;
  /** kill -9, resolves when it is dead. */
  kill(): Promise<void>;
  /** Lets it stop its server and end. */
  end(): Promise<void>;
}

/** Starts a process that starts the embedded PostgreSQL, as another user where `uid` is given. */
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

/** Processes that have this path in their command line: PostgreSQL's and the shells that keep it. */
export async function processesOf(path: string): Promise<string[]> {
  const found = await listProcesses();
  return found.filter(({ command }) => command.includes(path) && !command.includes(fixture)).map(({ command }) => command);
}
