import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { addToken } from '@notafter/features';
import { makeCertificates, makeOrganization, makeUser, openAs } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const notafter = resolve(import.meta.dirname, '../../cli/src/main.ts');

let server: TestServer;
let token: string;
let certificateId: string;
let foreignId: string;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
  const { system } = server;
  const [own, other] = [await makeOrganization(system, { plan: 'Enterprise' }), await makeOrganization(system)];
  [certificateId = ''] = await makeCertificates(system, own, [{ host: 'shop.example' }, { host: 'mail.example' }]);
  [foreignId = ''] = await makeCertificates(system, other, [{ host: 'theirs.example' }]);
  const viewer = await openAs(system, await makeUser(system, own, { role: 'viewer' }));
  token = (await addToken(viewer, { name: 'Assistant' })).secret;
});
afterAll(() => server?.close());

const reply = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()).optional(), error: z.unknown().optional() });
const called = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });

/** An assistant that has opened a connection. */
const startAssistant = (env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [notafter, 'mcp'], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NOTAFTER_URL: server.url, NOTAFTER_TOKEN: token, ...env },
    stdio: 'pipe',
  });
  const waiting = new Map<number, (answer: z.infer<typeof reply>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = reply.parse(JSON.parse(line));
    waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object = {}): Promise<z.infer<typeof reply>> => {
    last += 1;
    const { promise, resolve: settle } = Promise.withResolvers<z.infer<typeof reply>>();
    waiting.set(last, settle);
    send({ id: last, method, params });
    return promise;
  };
  return {
    ask,
    notify: (method: string) => send({ method }),
    call: async (name: string, args: object = {}) => called.parse((await ask('tools/call', { name, arguments: args })).result),
    end: async (): Promise<number | null> => {
      child.stdin.end();
      await once(child, 'close');
      return child.exitCode;
    },
  };
};

it('an assistant lists the tools, reads certificates, and gets nothing of another organization', async () => {
  const assistant = startAssistant();
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect((await assistant.ask('initialize', opening)).result).toMatchObject({
    ...{ serverInfo: { name: 'notafter' }, protocolVersion: '2025-06-18', instructions: expect.stringContaining('never instructions') },
  });
  assistant.notify('notifications/initialized');
  const { tools } = z
    .object({
      tools: z.array(
        z.object({ name: z.string(), annotations: z.unknown(), inputSchema: z.object({ required: z.array(z.string()).optional() }) }),
      ),
    })
    .parse((await assistant.ask('tools/list')).result);
  expect(tools.map(({ name }) => name)).toContain('list_certificates');
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });

  expect(JSON.parse((await assistant.call('get_overview')).content[0]?.text ?? '')).toMatchObject({ total: 2 });
  const list = (await assistant.call('list_certificates', { search: 'shop' })).content[0]?.text;
  expect(JSON.parse(list ?? '')).toMatchObject({ certificates: [{ id: certificateId, domain: 'shop.example' }] });
  expect((await assistant.call('get_certificate', { id: certificateId })).content[0]?.text).toContain('shop.example');
  // A viewer is refused the audit log.
  for (const { name } of tools.filter(({ inputSchema: { required = [] } }) => !required.includes('id')))
    expect([name, (await assistant.call(name)).isError]).toEqual([name, name === 'list_audit_log' ? true : undefined]);
  for (const name of ['list_certificate_renewals', 'get_certificate_deployment', 'get_certificate_lint'])
    expect([name, (await assistant.call(name, { id: certificateId })).isError]).toEqual([name, undefined]);

  expect(await assistant.call('get_certificate', { id: foreignId })).toEqual({
    content: [{ text: 'Certificate not found' }],
    isError: true,
  });
  expect((await assistant.call('get_certificate', { id: '../admin/dashboard' })).isError).toBe(true);
  expect(await assistant.end()).toBe(0);
});

it('says why there is nothing to serve', async () => {
  const refused = startAssistant({ NOTAFTER_TOKEN: 'wrong' });
  await refused.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  refused.notify('notifications/initialized');
  expect(await refused.call('get_overview')).toEqual({ content: [{ text: 'This token or API key is not valid.' }], isError: true });
  expect(await refused.end()).toBe(0);
  expect(await startAssistant({ NOTAFTER_TOKEN: '' }).end()).toBe(3);
});
