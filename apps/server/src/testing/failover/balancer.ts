import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@notafter/net/testing';
import { request } from '../request.ts';
import { until } from '../until.ts';

const START_MS = 30_000;

export interface Balancer {
  readonly url: string;
  /** Resolves when HAProxy sends requests to this port. */
  sees(port: number): Promise<void>;
  stop(): Promise<void>;
}

const backendOf = (name: string, ports: readonly number[]): string => `
backend ${name}
  option httpchk GET /readyz
  option redispatch
  retries 3
  timeout check 3s
  default-server check inter 1s fall 2 rise 1
${ports.map((port) => `  server p${port} 127.0.0.1:${port}`).join('\n')}`;

/**
 * HAProxy, as docs/scaling.md has it, in front of two ports of REST and two of the screens, of which one may be closed. A notice says when it begins
 * or stops to use one.
 */
export const startBalancer = async (
  folder: string,
  { rest, web }: { readonly rest: readonly number[]; readonly web: readonly number[] },
  onNotice: (text: string) => void,
): Promise<Balancer> => {
  const [port, statsPort] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `global
  log stdout format raw local0 notice
defaults
  log global
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend all
  bind 127.0.0.1:${port}
  use_backend rest if { path_beg /v1/ }
  default_backend web
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /${backendOf('rest', rest)}${backendOf('web', web)}
`,
  );
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.setEncoding('utf8').on('data', (text: string) => onNotice(text.trim()));
  const isUp = async (server: number): Promise<boolean> => {
    const { text } = await request(`http://127.0.0.1:${statsPort}/;csv`);
    return text.split('\n').some((line) => line.includes(`,p${server},`) && line.includes(',UP,'));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    sees: (server) => until(`HAProxy uses port ${server}`, START_MS, () => isUp(server)),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};
