import { lookAtDueDomains } from '@notafter/features';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
let id: string;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  id = await addServed(rest, admin, 'renewal.example');
});
afterAll(() => rest.close());

const path = (of: string) => `/v1/certificates/${of}/renewal`;

describe('200', () => {
  it('answers an empty check before the first look, and the findings after one that was requested', async () => {
    expect(await rest.call('GET', path(id), { as: admin })).toMatchObject({
      status: 200,
      body: { domain: 'renewal.example', looked_at: null, findings: [] },
    });
    const { renewalPreflight } = rest.ctx.gateways;
    renewalPreflight.answer('renewal.example', (facts) => ({
      ...facts,
      names: facts.names.map((name) => ({ ...name, caa: [{ owner: 'renewal.example', looked: { kind: 'failed', rcode: 'SERVFAIL' } }] })),
    }));
    renewalPreflight.answerRegistration('renewal.example', { kind: 'known', endsAt: new Date('2030-01-01T00:00:00Z') });
    expect(await rest.call('POST', `${path(id)}/look`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Renewal check requested' },
    });
    await lookAtDueDomains(rest.ctx);
    const now = rest.ctx.clock.now().toISOString();
    expect(await rest.call('GET', path(id), { as: admin })).toMatchObject({
      status: 200,
      body: {
        looked_at: now,
        findings: [
          {
            code: 'dns_servfail',
            severity: 'blocking',
            text: 'The name servers of renewal.example do not answer queries for CAA records (SERVFAIL). CAs must refuse to issue. Repair the name servers or the delegation.',
            names: ['renewal.example'],
            first_seen_at: now,
          },
        ],
        skipped: [],
        registration_ends_at: '2030-01-01T00:00:00.000Z',
      },
    });
  });
});

describe('404', () => {
  it.each([
    ['GET', ''],
    ['POST', '/look'],
  ] as const)('%s answers for a certificate that is not there', async (method, suffix) => {
    expect(await rest.call(method, `${path(NOBODYS_ID)}${suffix}`, { as: admin })).toMatchObject({
      status: 404,
      body: errorBody('certificate_not_found'),
    });
  });
});
