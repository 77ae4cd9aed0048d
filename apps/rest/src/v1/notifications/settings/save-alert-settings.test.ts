import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/alert-settings';
type Person = Awaited<ReturnType<typeof newMember>>;
const save = (as: Person, alert_days: unknown) => rest.call('POST', path, { as, body: { alert_days } });

describe('200', () => {
  it('saves the days, each once and the earliest first', async () => {
    const admin = await newMember(rest);
    expect(await save(admin, [1, 30, 7, 30])).toMatchObject({ status: 200, body: { alert_days: [30, 7, 1] } });
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({ body: { alert_days: [30, 7, 1] } });
  });
});

describe('400', () => {
  it.each([[[]], [[2]], [['7']], [[1.5]], [7], [null], [undefined]])('refuses %j', async (days) => {
    expect(await save(await newMember(rest), days)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [expect.anything()] },
    });
  });
});

describe('401 and 403', () => {
  it('needs a plan with these days', async () => {
    for (const [plan, days] of [
      ['Forever Free', [7]],
      ['Starter', [30, 7]],
    ] as const) {
      expect(await save(await newMember(rest, { plan }), days)).toMatchObject({ status: 403, body: errorBody('alert_days_plan') });
    }
  });
});
