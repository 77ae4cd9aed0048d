import { newId } from '@notafter/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { addNotification } from '../../../testing/notifications.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const pathOf = (token: string) => `/v1/notifications/alert-links/${token}`;
const linkPath = async (alert = {}) => {
  const { alertId } = await addNotification(rest, (await newMember(rest)).orgId, { alert });
  return pathOf(rest.ctx.auth.signAlertLink(alertId));
};

describe('200', () => {
  it('shows the alert without a sign-in, changes nothing by that, and acknowledges it once', async () => {
    const path = await linkPath();
    const now = rest.ctx.clock.now().toISOString();
    const alert = { domain: 'shop.example.com', raised_at: now, acknowledged_at: null, resolved_at: null };
    for (let n = 0; n < 2; n += 1) expect(await rest.call('GET', path)).toMatchObject({ status: 200, body: { alert } });
    const acknowledged = { status: 200, body: { alert: { ...alert, acknowledged_at: now } } };
    for (let n = 0; n < 2; n += 1) expect(await rest.call('POST', `${path}/acknowledge`)).toMatchObject(acknowledged);
  });

  it('leaves an alert that is over as it is', async () => {
    const path = await linkPath({ resolvedAt: rest.ctx.clock.now(), resolution: 'renewed' });
    expect(await rest.call('POST', `${path}/acknowledge`)).toMatchObject({ status: 200, body: { alert: { acknowledged_at: null } } });
  });
});

describe('400', () => {
  it('refuses tokens that were never signed here', async () => {
    for (const token of ['x', '%00', `${newId()}.Yx3k`, 'x'.repeat(300)]) {
      const refused = { status: 400, body: errorBody('link_invalid') };
      expect(await rest.call('GET', pathOf(token))).toMatchObject(refused);
      expect(await rest.call('POST', `${pathOf(token)}/acknowledge`)).toMatchObject(refused);
    }
  });
});

describe('404', () => {
  it('says so of an alert that is gone', async () => {
    const path = pathOf(rest.ctx.auth.signAlertLink(newId<'alert'>()));
    expect(await rest.call('GET', path)).toMatchObject({ status: 404, body: errorBody('not_found') });
    expect(await rest.call('POST', `${path}/acknowledge`)).toMatchObject({ status: 404, body: errorBody('not_found') });
  });
});

describe('429', () => {
  it('slows down those who guess tokens', async () => {
    const guess = () => rest.call('GET', pathOf('x.y'), { ip: '198.51.100.77' });
    let answer = await guess();
    for (let n = 0; n < 200 && answer.status === 400; n += 1) answer = await guess();
    expect(answer).toMatchObject({ status: 429, body: errorBody('rate_limited') });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
