import { createHmac } from 'node:crypto';
import { runServiceOperation } from '@notafter/features';
import { passTime } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
  const { clouds, drivers, machineDriver } = rest.ctx.gateways.services;
  clouds.push('aws');
  drivers.aws = machineDriver('aws');
});
afterAll(() => rest.close());

const deployed = z.object({ resource_id: z.string() });
const detail = z.object({ service: z.object({ operation: z.object({ job_id: z.custom<never>(), label: z.string() }) }) });

it('serves a machine from its first report to its certificate, as curl calls it', async () => {
  const as = await newMember(rest);
  const body = { cloud: 'aws', database: 'postgres', plan: 'hobbyist', region: 'eu-central-1' };
  const { resource_id: id } = deployed.parse((await rest.call('POST', '/v1/services/deploy', { as, body })).body);
  const operation = async () => detail.parse((await rest.call('GET', `/v1/services/${id}`, { as })).body).service.operation;
  const { job_id } = await operation();
  const [machine] = rest.ctx.gateways.services.machines.values();
  expect(machine).toBeUndefined();
  const turn = async (): Promise<void> => {
    await passTime(rest.ctx.db, 10_000);
    await runServiceOperation(rest.ctx, { id: job_id });
  };
  await turn();
  await turn();
  const [created] = rest.ctx.gateways.services.machines.values();
  if (created === undefined || !('token' in created.spec.certificate)) throw new Error('No machine.');
  const { url, token } = created.spec.certificate;
  const path = new URL(url).pathname;

  const report = '{"step":"installed"}';
  const signature = `sha256=${createHmac('sha256', token).update(report).digest('hex')}`;
  const progress = (headers: Record<string, string>) => rest.call('POST', `${path}/progress`, { raw: report, headers });
  expect((await progress({ 'notafter-signature': signature })).status).toBe(204);
  expect((await progress({ 'notafter-signature': signature.replace(/.$/, 'x') })).status).toBe(401);
  expect((await progress({})).status).toBe(401);
  await turn();
  expect((await operation()).label).toBe('Mounting the data volume');

  const sign = (headers: Record<string, string>, ip: string) =>
    rest.call('POST', `${path}/certificate`, {
      raw: 'request of the key',
      headers: { 'content-type': 'application/x-pem-file', ...headers },
      ip,
    });
  expect(await sign({}, created.host)).toMatchObject({ status: 401 });
  expect(await sign({ 'notafter-machine': token }, '203.0.113.99')).toMatchObject({ status: 403, body: { code: 'machine_address' } });
  const signed = await sign({ 'notafter-machine': token }, created.host);
  expect([signed.status, signed.headers.get('content-type'), signed.body]).toEqual([
    200,
    'application/x-pem-file',
    expect.stringMatching(/^-----BEGIN CERTIFICATE-----/),
  ]);
});
