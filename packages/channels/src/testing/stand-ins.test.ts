import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('run as a process: print their ports, follow orders, log what they received, and end with their parent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-stand-ins-'));
  const log = join(folder, 'received.ndjson');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stand-ins.ts'), '--log', log, '--about', '"a":\\d'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { httpPort, settings } = JSON.parse(String(line));
  const origin = `http://127.0.0.1:${httpPort}`;
  const order = await fetch(`${origin}/_behave`, {
    method: 'POST',
    body: JSON.stringify({ channels: ['zapier'], mix: { 'server-error': 1 }, seed: 3 }),
  });
  expect(order.status).toBe(200);
  expect((await fetch(`${origin}/_behave`, { method: 'POST', body: '{"channels":["zapier"],"next":["explode"]}' })).status).toBe(400);

  const post = (key: string) =>
    fetch(settings.zapier.webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: '{"a":1}',
    });
  expect((await post('key-1')).status).toBe(500);
  await fetch(`${origin}/_behave`, { method: 'POST', body: JSON.stringify({ channels: ['zapier'], mix: {} }) });
  expect((await post('key-1')).status).toBe(200);
  expect((await post('key-1')).status).toBe(200);
  expect(await (await fetch(`${origin}/_counts`)).json()).toEqual({
    zapier: { requests: 3, taken: 2, repeated: 1, duplicates: 1, faulty: 0 },
  });

  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  const lines = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((text): unknown => JSON.parse(text));
  expect(lines).toMatchObject([
    { channel: 'zapier', key: 'key-1', behavior: 'server-error', taken: false },
    { channel: 'zapier', key: 'key-1', taken: true, repeated: false, body: null, about: ['"a":1'] },
    { channel: 'zapier', key: 'key-1', taken: true, repeated: true },
  ]);
  rmSync(folder, { recursive: true });
});
