import { addMs, DAY_MS } from '@notafter/domain';
import { unreachableObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers the counts and the score, flat, and nothing else', async () => {
    const admin = await newMember(rest);
    const daysLeft = { 'a.example.com': -1, 'b.example.com': 7, 'c.example.com': 8, 'd.example.com': 31 };
    for (const [domain, days] of Object.entries(daysLeft)) {
      await addServed(rest, admin, domain, { notAfter: addMs(rest.ctx.clock.now(), days * DAY_MS) });
    }
    const down = await addServed(rest, admin, 'down.example.com');
    rest.ctx.gateways.prober.answer('down.example.com:443', unreachableObservation('down.example.com'));
    await rest.call('POST', `/v1/certificates/${down}/check`, { as: admin });
    const answer = await rest.call('GET', '/v1/dashboard/stats', { as: admin });
    expect(answer.body).toEqual({ total: 5, expired: 1, critical: 1, warning: 1, valid: 2, unreachable: 1, health_score: 50 });
  });

  it('answers a new organization with zeros and the full score', async () => {
    const answer = await rest.call('GET', '/v1/dashboard/stats', { as: await newMember(rest, { role: 'viewer' }) });
    expect(answer.body).toEqual({ total: 0, expired: 0, critical: 0, warning: 0, valid: 0, unreachable: 0, health_score: 100 });
  });
});
