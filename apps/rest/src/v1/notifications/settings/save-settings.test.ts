import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/settings';
type Person = Awaited<ReturnType<typeof newMember>>;
const save = (as: Person, body: unknown) => rest.call('POST', path, { as, body });
const all = {
  escalation_enabled: true,
  escalation_delay: 4,
  escalation_email: 'boss@example.com',
  grouping_enabled: true,
  grouping_interval: 12,
  custom_template: 'Renew {{domain}} by {{expiry_date}}',
  status_page_enabled: true,
  status_page_url: 'https://status.example.com',
  status_page_api_key: 'a-long-api-key-1234',
  quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' },
};

describe('200', () => {
  it('saves the whole object, its key masked from then on', async () => {
    const admin = await newMember(rest);
    const saved = { ...all, status_page_api_key: '••••1234' };
    expect(await save(admin, all)).toMatchObject({ status: 200, body: saved });
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({ body: saved });
    expect(await save(admin, saved)).toMatchObject({ status: 200, body: saved });
  });

  it('leaves alone what is left out, and takes a blank template as the default', async () => {
    const admin = await newMember(rest);
    await save(admin, all);
    expect(await save(admin, { custom_template: ' ', quiet_hours: null })).toMatchObject({
      status: 200,
      body: { ...all, status_page_api_key: '••••1234', custom_template: null, quiet_hours: null },
    });
  });
});

describe('400', () => {
  it.each([
    [{ escalation_delay: 1.5 }, 'escalation_delay'],
    [{ escalation_delay: '24' }, 'escalation_delay'],
    [{ escalation_email: 'boss' }, 'escalation_email'],
    [{ escalation_enabled: true, escalation_email: '' }, 'escalation_email'],
    [{ grouping_interval: 5 }, 'grouping_interval'],
    [{ custom_template: '{{issuer}}' }, 'custom_template'],
    [{ custom_template: '{{#domain}}' }, 'custom_template'],
    [{ status_page_url: 'status' }, 'status_page_url'],
    [{ status_page_enabled: true, status_page_url: 'https://status.example.com', status_page_api_key: '' }, 'status_page_api_key'],
    [{ quiet_hours: { from: '22:00', until: '25:00', time_zone: 'UTC' } }, 'quiet_hours.until'],
    [{ quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Mars' } }, 'quiet_hours.time_zone'],
    [{ escalationEnabled: true }, 'escalationEnabled'],
  ])('refuses %o and names the field as it was sent', async (body, field) => {
    const answer = await save(await newMember(rest), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: field }] } });
  });
});
