import { alertDayRules, newId } from '@notafter/db';
import { DAY_RULES_MAX } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { addServed, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/day-rules';
type Person = Awaited<ReturnType<typeof newMember>>;
const save = (as: Person | undefined, body: unknown) => rest.call('POST', path, { ...(as === undefined ? {} : { as }), body });
const saved = z.object({ day_rule: z.object({ id: z.string() }) });
const ruleOf = async (as: Person, body: unknown) => saved.parse((await save(as, body)).body).day_rule.id;

describe('200', () => {
  it('saves the days of a certificate and of a tag, lists both, and removes one', async () => {
    const admin = await newMember(rest);
    const certificateId = await addServed(rest, admin, 'rules.example.com');
    const byTag = await save(admin, { tag: 'Team=Web', alert_days: [7, 30, 7] });
    const tagRule = { id: saved.parse(byTag.body).day_rule.id, certificate_id: null, domain: null, tag: 'team=web', alert_days: [30, 7] };
    expect(byTag).toMatchObject({ status: 200, body: { day_rule: tagRule } });
    const own = await save(admin, { certificate_id: certificateId.toUpperCase(), alert_days: [14] });
    const id = saved.parse(own.body).day_rule.id;
    const ownRule = { id, certificate_id: certificateId, domain: 'rules.example.com', tag: null, alert_days: [14] };
    expect(own).toMatchObject({ status: 200, body: { day_rule: ownRule } });
    expect((await rest.call('GET', path, { as: admin })).body).toEqual({ day_rules: [ownRule, tagRule], next_cursor: null, total: 2 });
    for (const rule of [tagRule, ownRule]) expect(await save(admin, rule)).toMatchObject({ status: 200, body: { day_rule: rule } });

    expect(await rest.call('DELETE', `${path}/${id}`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Alert day rule removed' },
    });
    expect((await rest.call('GET', path, { as: admin })).body).toMatchObject({ day_rules: [tagRule] });
  });

  it('replaces the rule that exists for a tag', async () => {
    const admin = await newMember(rest);
    const first = await ruleOf(admin, { tag: 'team=web', alert_days: [7] });
    expect(await ruleOf(admin, { tag: 'TEAM=web', alert_days: [30] })).toBe(first);
    const [body] = [await rest.call('GET', path, { as: admin })];
    expect(body).toMatchObject({ body: { day_rules: [{ id: first, alert_days: [30] }], total: 1 } });
  });

  it('is paged', async () => {
    const admin = await newMember(rest);
    for (const tag of ['b=1', 'a=1', 'c=1']) await save(admin, { tag, alert_days: [7] });
    const page = z.object({ day_rules: z.array(z.object({ tag: z.string() })), next_cursor: z.string().nullable() });
    const first = page.parse((await rest.call('GET', `${path}?limit=2`, { as: admin })).body);
    const second = page.parse((await rest.call('GET', `${path}?cursor=${first.next_cursor}`, { as: admin })).body);
    expect([...first.day_rules, ...second.day_rules].map(({ tag }) => tag)).toEqual(['a=1', 'b=1', 'c=1']);
  });
});

describe('400', () => {
  it.each([
    [{}, ['alert_days']],
    [{ alert_days: [7] }, ['tag']],
    [{ tag: 'team=web', certificate_id: NOBODYS_ID, alert_days: [7] }, ['tag']],
    [{ tag: 'team', alert_days: [7] }, ['tag']],
    [{ tag: 'team=web', alert_days: [] }, ['alert_days']],
    [{ tag: 'team=web', alert_days: [8] }, ['alert_days.0']],
    [{ certificate_id: 'x', alert_days: [7] }, ['certificate_id']],
    [{ tag: 'team=web', alert_days: [7], days: [7] }, ['days']],
  ])('refuses %j', async (body, paths) => {
    const answer = await save(await newMember(rest), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: paths.map((field) => ({ path: field })) } });
  });

  it('refuses a cursor of another list', async () => {
    const answer = await rest.call('GET', `${path}?cursor=x`, { as: await newMember(rest) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'cursor' }] } });
  });
});

describe('401 and 403', () => {
  it('refuses days that the plan lacks', async () => {
    const answer = await save(await newMember(rest, { plan: 'Essentials' }), { tag: 'team=web', alert_days: [30] });
    expect(answer).toMatchObject({ status: 403, body: { code: 'alert_days_plan' } });
  });

  it('refuses one rule more than an organization may have', async () => {
    const admin = await newMember(rest);
    const many = Array.from({ length: DAY_RULES_MAX }, (_, n) => ({
      id: newId<'alert-day-rule'>(),
      orgId: admin.orgId,
      tag: `n=${n}`,
      days: [7],
    }));
    await rest.ctx.db.insert(alertDayRules).values(many);
    expect(await save(admin, { tag: 'one=more', alert_days: [7] })).toMatchObject({ status: 403, body: errorBody('day_rule_limit') });
  });
});
