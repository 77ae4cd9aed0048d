import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/settings';
const defaults = {
  escalation_enabled: false,
  escalation_delay: 24,
  escalation_email: '',
  grouping_enabled: false,
  grouping_interval: 6,
  custom_template: null,
  status_page_enabled: false,
  status_page_url: '',
  status_page_api_key: '',
  quiet_hours: null,
};

describe('200', () => {
  it('answers the documented defaults, on any plan and to viewers too', async () => {
    for (const person of [await newMember(rest), await newMember(rest, { plan: 'Forever Free', role: 'viewer' })]) {
      expect(await rest.call('GET', path, { as: person })).toMatchObject({ status: 200, body: defaults });
    }
  });

  it('shows nothing of another organization', async () => {
    await rest.call('POST', path, { as: await newMember(rest), body: { grouping_enabled: true } });
    expect(await rest.call('GET', path, { as: await newMember(rest) })).toMatchObject({ body: defaults });
  });
});
