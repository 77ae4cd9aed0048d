import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SECOND_MS } from '@notafter/domain';
import { expect, it } from 'vitest';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { makeAuthority, runService } from '../../testing/running-service.ts';
import { createTestDriver } from '../../testing/test-driver.ts';
import { portOf } from '../engine-client.ts';
import { createServiceEngines } from '../service-engines.ts';

/** A client that is not ours; it stays connected until it is closed from the other side. */
const CLIENT = `
import os, pika, ssl, sys
context = ssl.create_default_context(cafile=sys.argv[2])
credentials = pika.PlainCredentials(sys.argv[3], os.environ['PASSWORD'])
options = pika.SSLOptions(context, '127.0.0.1')
parameters = pika.ConnectionParameters('127.0.0.1', int(sys.argv[1]), '/', credentials, ssl_options=options, client_properties={'connection_name': 'billing'})
connection = pika.BlockingConnection(parameters)
print('connected', flush=True)
try:
    while True: connection.process_data_events(time_limit=None)
except pika.exceptions.AMQPConnectionError:
    print('closed', flush=True)
`;
/** RabbitMQ counts what it reports every five seconds. */
const COUNTED = { interval: 500 };

it('reports the connections of the user from before a moment, and closes them', async () => {
  const { signal } = new AbortController();
  const engines = createServiceEngines();
  const subject = await openProcessSubject();
  const driver = createTestDriver(subject.place);
  const { spec, access } = await runService(driver, await makeAuthority(), { solution: 'rabbitmq', password: 'the old one' });
  const caFile = join(subject.place.directory, 'ca.pem');
  await writeFile(caFile, access.authority);
  const before = new Date(Date.now() - SECOND_MS);
  const client = spawn('/usr/bin/python3', ['-c', CLIENT, String(portOf(access, 'native')), caFile, access.user], {
    env: { ...process.env, PASSWORD: access.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(client.stdout);
  const ended = once(client, 'exit');
  try {
    const after = () => new Date(Date.now() + SECOND_MS);
    await expect
      .poll(() => engines.listConnections(access, after(), signal), COUNTED)
      .toEqual([{ client: 'billing', address: '127.0.0.1', count: 1, since: expect.any(Date) }]);
    expect(await engines.listConnections(access, before, signal)).toEqual([]);
    await engines.closeConnections(access, after(), signal);
    await ended;
    expect(await said).toBe('connected\nclosed\n');
    await expect.poll(() => engines.listConnections(access, after(), signal), COUNTED).toEqual([]);
  } finally {
    client.kill();
    await driver.remove(spec.tag, signal);
    await subject.close();
  }
});
