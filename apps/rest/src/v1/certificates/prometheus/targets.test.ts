import { makeCertificates, makeOrganization, makeUser } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/prometheus/targets';

it('200 is a list of groups, as http_sd_configs reads it', async () => {
  const orgId = await makeOrganization(rest.ctx, { plan: 'Enterprise' });
  const as = await makeUser(rest.ctx, orgId, { role: 'viewer' });
  const [id] = await makeCertificates(rest.ctx, orgId, [
    { host: '2001:db8::1', port: 8443, tags: { 'te"am.x': 'a\n"b"', te_am_x: 'second' } },
    { host: 'a.example', tags: { team: 'web' } },
  ]);
  const answer = await rest.call('GET', path, { as });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  const labels = { __meta_notafter_protocol: 'tls', __meta_notafter_port: '443' };
  expect(answer.body).toEqual([
    {
      targets: ['[2001:db8::1]:8443'],
      labels: expect.objectContaining({
        __meta_notafter_id: id,
        __meta_notafter_host: '2001:db8::1',
        __meta_notafter_domain: '[2001:db8::1]:8443',
        __meta_notafter_tag_te_am_x: 'a "b"',
      }),
    },
    {
      targets: ['a.example:443'],
      labels: expect.objectContaining({ ...labels, __meta_notafter_server_name: 'a.example', __meta_notafter_tag_team: 'web' }),
    },
  ]);
  expect(await rest.call('GET', `${path}?tag=team%3Dweb`, { as })).toMatchObject({ body: [{ targets: ['a.example:443'] }] });
});

it('200 is an empty list without endpoints', async () => {
  expect(await rest.call('GET', path, { as: await newMember(rest) })).toMatchObject({ status: 200, body: [] });
});

it('400 for a parameter that it does not know', async () => {
  expect(await rest.call('GET', `${path}?after=x`, { as: await newMember(rest) })).toMatchObject({ status: 400 });
});

it('401 without a credential', async () => {
  expect(await rest.call('GET', path)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
});
