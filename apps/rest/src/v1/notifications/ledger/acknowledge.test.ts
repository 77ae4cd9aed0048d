import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNotification } from '../../../testing/notifications.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const acknowledge = (as: Person, id: string) => rest.call('POST', `/v1/notifications/${id}/acknowledge`, { as });
const flagOf = async (as: Person) => Object((await rest.call('GET', '/v1/notifications/log', { as })).body).notification_log[0][4];

describe('200', () => {
  it('acknowledges the alert, once and for all', async () => {
    const admin = await newMember(rest);
    const { id } = await addNotification(rest, admin.orgId);
    expect(await flagOf(admin)).toBe(false);
    for (let times = 0; times < 2; times += 1) {
      expect(await acknowledge(admin, id)).toMatchObject({ status: 200, body: { message: 'Notification acknowledged' } });
      expect(await flagOf(admin)).toBe(true);
    }
  });
});
