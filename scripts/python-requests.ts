import { spawnSync } from 'node:child_process';

/** The name of a Python that has `requests`, `PYTHON_PATH` first; undefined where there is none. */
export function findPythonRequests(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const python = env.PYTHON_PATH || 'python3';
  return spawnSync(python, ['-c', 'import requests'], { stdio: 'ignore' }).status === 0 ? python : undefined;
}
