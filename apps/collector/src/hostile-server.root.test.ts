import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, 'testing/inside-namespace.ts');

interface Outcome {
  /** Local addresses and ports that anything connected to, besides the server's. */
  readonly dialed: readonly string[];
  readonly findings: Readonly<Record<string, string>>;
}

/** Runs collector, hostile server and everything it asks for in a network namespace that has no way out. */
const runInside = async (): Promise<Outcome> => {
  const addresses = [
    '169.254.169.254/32',
    '168.63.129.16/32',
    '10.9.9.9/32',
    '10.1.0.1/32',
    '10.1.0.2/32',
    '93.184.216.34/32',
    'fd00:ec2::254/128',
  ];
  const setUp = ['ip link set lo up', ...addresses.map((address) => `ip addr add ${address} dev lo`)].join(' && ');
  const child = spawn('unshare', ['--net', 'sh', '-c', `${setUp} && exec "$0" "$1"`, process.execPath, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text);
};

it('gives a hostile server nothing outside of the allow list, and says so', async () => {
  const { dialed, findings } = await runInside();
  expect(dialed).toEqual(['10.1.0.1:443']);
  const { '10.1.0.1': allowed, ...asked } = findings;
  expect(allowed).toBe('served');
  expect(Object.keys(asked)).toHaveLength(13);
  expect(Object.entries(asked).filter(([, reason]) => reason !== 'not_allowed')).toEqual([]);
});
