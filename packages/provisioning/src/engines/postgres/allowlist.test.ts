import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import type { CloudDriver, EngineAccess, KeyAndCertificate } from '@notafter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subject } from '../../testing/conformance.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { makeAuthority, type RunningService, runService, untilUp } from '../../testing/running-service.ts';
import { createTestDriver } from '../../testing/test-driver.ts';
import { createServiceEngines } from '../service-engines.ts';

const { signal } = new AbortController();
const engines = createServiceEngines();
let subject: Subject;
let driver: CloudDriver;
let authority: KeyAndCertificate;
let service: RunningService;

beforeAll(async () => {
  subject = await openProcessSubject();
  driver = createTestDriver(subject.place);
  authority = await makeAuthority();
  service = await runService(driver, authority, { solution: 'postgres', password: 'a secret of the test' });
});
afterAll(async () => {
  await driver.remove(service.spec.tag, signal);
  await subject.close();
});

/** Signs in through a relay that connects from this address. */
const signInFrom = async (access: EngineAccess, localAddress: string): Promise<string> => {
  const [port = 0] = access.ports.map((one) => one.port);
  const relay = createServer((client) => {
    const onward = connect({ host: access.host, port, localAddress });
    pipeline(client, onward, client, () => undefined);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  const ports = [{ name: 'native', port: typeof address === 'object' && address !== null ? address.port : 0 }];
  const signIn = await engines.signIn({ ...access, ports }, signal);
  relay.close();
  return signIn.result === 'signed_in' ? 'signed in' : signIn.reason;
};
const allow = (...allowlist: string[]) => driver.setAllowlist({ ...service.spec, allowlist }, signal);
const REFUSED = expect.stringContaining('no pg_hba.conf entry');
const from = (address: string) => expect.poll(() => signInFrom(service.access, address), { interval: 50 });

it('accepts clients from any address at first, and then from those of the list only', async () => {
  await from('127.0.0.2').toBe('signed in');
  await allow('127.0.0.3', '10.0.0.0/8', '2001:db8::/32');
  await from('127.0.0.2').toEqual(REFUSED);
  await from('127.0.0.3').toBe('signed in');
  await allow();
  await from('127.0.0.2').toBe('signed in');
});

it('keeps the list over restarts, and always takes our sign-ins, rotations and reads', async () => {
  await allow('10.0.0.0/8');
  await from('127.0.0.2').toEqual(REFUSED);
  await driver.restart(service.spec.tag, signal);
  await untilUp(service.access);
  await from('127.0.0.2').toEqual(REFUSED);
  await engines.setPassword(service.access, 'another secret', signal);
  service = { ...service, access: { ...service.access, password: 'another secret' } };
  expect(await engines.signIn(service.access, signal)).toMatchObject({ result: 'signed_in' });
  await engines.reloadCertificate(service.access, signal);
  await allow();
});

it.each(['all', '10.0.0.0/8 trust', '10.0.0.0/8\nhost all all all trust', 'fe80::1%lo', '10.0.0.0/x', ''])(
  'makes no rule of "%s"',
  async (range) => {
    await expect(allow(range)).rejects.toThrow('not a range of addresses');
    await allow();
  },
);

it('says which engines can restrict addresses', async () => {
  const { tag } = service.spec;
  expect(await driver.reasonAgainstAllowlist(tag, 'postgres', signal)).toBeNull();
  expect(await driver.reasonAgainstAllowlist(tag, 'mysql', signal)).toBe(
    "MySQL can't restrict the addresses of clients on the local cloud.",
  );
});
