import { spawnSync } from 'node:child_process';

/** Returns the name of a Python with `requests`, `PYTHON_PATH` first; undefined if there is none. */
export function findPythonRequests(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const python = env.PYTHON_PATH || 'python3';
  return spawnSync(python, ['-c', 'import requests'], { stdio: 'ignore' }).status === 0 ? python : undefined;
}
