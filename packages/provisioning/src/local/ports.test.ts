import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createPorts, findFreePort } from './ports.ts';

const HOST = '127.0.0.1';
/** From here on, Linux gives ports to connections and listeners. */
const GIVEN = 32_768;

it('finds ports that the system gives to no one else before they are opened', async () => {
  const reserved = await createPorts(HOST).reserve('rabbitmq', { taken: [], lowest: GIVEN });
  const found = await Promise.all(Array.from({ length: 20 }, () => findFreePort(HOST)));
  for (const port of [...reserved.map((one) => one.port), ...found]) expect(port).toBeLessThan(GIVEN);
});

it('takes a port for free only while nobody listens on it', async () => {
  const first = await findFreePort(HOST);
  const server = createServer().listen(first, HOST);
  await once(server, 'listening');
  await expect(createPorts(HOST).assertFree([{ name: 'native', port: first }])).rejects.toMatchObject({ fault: 'port_taken' });
  server.close();
  await once(server, 'close');
  await createPorts(HOST).assertFree([{ name: 'native', port: first }]);
});
