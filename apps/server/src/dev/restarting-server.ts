import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, globSync, watch } from 'node:fs';

/** Changes come in bursts: an editor writes twice, a checkout many files. */
const SETTLE_MS = 200;

const isSource = (name: string | null): boolean => name !== null && /(?<!\.test)\.(ts|sql|json)$/.test(name);

/**
 * Runs the server and restarts it when its sources change. Not `node --watch`: that also watches the temporary copy of the settings
 * that Vite imports and deletes at every start, and would restart forever.
 */
export const startRestartingServer = (environment: NodeJS.ProcessEnv): { stop(signal: NodeJS.Signals): void } => {
  let server: ChildProcess | null = null;
  let restarting = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    restarting = false;
    server = spawn(process.execPath, ['apps/server/src/main.ts'], { env: environment, stdio: 'inherit' });
    server.once('exit', (code) => {
      if (restarting) start();
      // After a failed start, waits for the change that fixes it; a requested stop is final.
      else if (code === 0 || watchers.length === 0) process.exit(code ?? 1);
      else server = null;
    });
  };
  const restart = (): void => {
    if (server === null) start();
    else {
      restarting = true;
      server.kill('SIGTERM');
    }
  };
  const folders = globSync('{packages,apps}/*/src', { exclude: (path) => path.includes('node_modules') }).concat('packages/db/migrations');
  let watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (!isSource(name)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, SETTLE_MS);
    }),
  );
  start();
  return {
    stop: (signal) => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      watchers = [];
      if (server === null) process.exit(0);
      server.kill(signal);
    },
  };
};
