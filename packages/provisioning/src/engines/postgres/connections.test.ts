import type { CloudDriver } from '@notafter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subject } from '../../testing/conformance.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { makeAuthority, type RunningService, runService } from '../../testing/running-service.ts';
import { createTestDriver } from '../../testing/test-driver.ts';
import { createServiceEngines } from '../service-engines.ts';
import { PostgresWire } from './postgres-wire.ts';

const { signal } = new AbortController();
const engines = createServiceEngines();
let subject: Subject;
let driver: CloudDriver;
let service: RunningService;

beforeAll(async () => {
  subject = await openProcessSubject();
  driver = createTestDriver(subject.place);
  service = await runService(driver, await makeAuthority(), { solution: 'postgres', password: 'the old one' });
});
afterAll(async () => {
  await driver.remove(service.spec.tag, signal);
  await subject.close();
});

const connect = async (name: string, user = service.access.user): Promise<PostgresWire> => {
  const { access } = service;
  const wire = await PostgresWire.open({ ...access, user, port: access.ports[0]?.port ?? 0, database: 'postgres' }, signal);
  await wire.run(`SET application_name = '${name}'`);
  return wire;
};
const clockOf = async (wire: PostgresWire): Promise<Date> =>
  new Date(Number(await wire.run('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint')));

it('reports the connections of the user from before a moment, by client and address, and closes those alone', async () => {
  const { access } = service;
  const first = await connect('billing');
  await first.run(`CREATE ROLE other LOGIN PASSWORD '${access.password}'`);
  const wires = [first, await connect('billing'), await connect('reports'), await connect('other', 'other')];
  const before = await clockOf(first);
  const later = await connect('later');
  expect(await engines.listConnections(access, before, signal)).toEqual([
    { client: 'billing', address: '127.0.0.1', count: 2, since: expect.any(Date) },
    { client: 'reports', address: '127.0.0.1', count: 1, since: expect.any(Date) },
  ]);

  await engines.closeConnections(access, before, signal);
  await expect.poll(() => engines.listConnections(access, before, signal), { interval: 50 }).toEqual([]);
  expect(await later.run('SELECT 1')).toBe('1');
  expect(await wires[3]?.run('SELECT 1')).toBe('1');
  await expect(first.run('SELECT 1')).rejects.toThrow();
  for (const wire of [...wires, later]) wire.close();
});
