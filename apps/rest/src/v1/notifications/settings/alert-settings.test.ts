import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/alert-settings';

describe('200', () => {
  it('answers [1] if none were saved, to viewers too', async () => {
    for (const role of ['admin', 'viewer'] as const) {
      expect(await rest.call('GET', path, { as: await newMember(rest, { role }) })).toMatchObject({
        status: 200,
        body: { alert_days: [1] },
      });
    }
  });

  it('shows nothing of another organization', async () => {
    await rest.call('POST', path, { as: await newMember(rest), body: { alert_days: [30] } });
    expect(await rest.call('GET', path, { as: await newMember(rest) })).toMatchObject({ body: { alert_days: [1] } });
  });
});
