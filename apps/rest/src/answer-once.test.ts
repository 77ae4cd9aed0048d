import { DAY_MS, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { beginIdempotent, markEffect, purgeExpired } from '@notafter/features';
import { actorOf, makeRequestContext, makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from './testing/people.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';

type Person = Awaited<ReturnType<typeof newMember>>;

let rest: RestHarness;
let admin: Person;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const newKey = (): string => crypto.randomUUID();
const add = (key: string, name: string, as: Person = admin) =>
  rest.call('POST', '/v1/environments', { as, body: { name }, headers: { 'Idempotency-Key': key } });
const rowsOf = (query: string, values: string[] = []): Promise<Record<string, unknown>[]> => rest.ctx.db.$client.unsafe(query, values);
const namesOf = async ({ orgId }: Person) =>
  (await rowsOf('select name from environments where org_id = $1', [orgId])).map(({ name }) => name);

describe('a POST with an Idempotency-Key', () => {
  it('takes effect once and gets the same answer again', async () => {
    const key = newKey();
    const first = await add(key, 'Once');
    const again = await add(key, 'Once');
    expect(first).toMatchObject({ status: 200 });
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
    expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect([first.headers.get('Idempotency-Replayed'), again.headers.get('Idempotency-Replayed')]).toEqual([null, 'true']);
    expect((await namesOf(admin)).filter((name) => name === 'Once')).toHaveLength(1);
  });

  it('takes effect once when both come at the same time: the other waits or gets the same answer', async () => {
    const key = newKey();
    const answers = await Promise.all([add(key, 'Twins'), add(key, 'Twins'), add(key, 'Twins')]);
    for (const { status, body } of answers) expect([200, 'idempotency_in_progress']).toContain(status === 200 ? 200 : Object(body).code);
    expect((await namesOf(admin)).filter((name) => name === 'Twins')).toHaveLength(1);
    expect(await add(key, 'Twins')).toMatchObject({ status: 200 });
  });

  it('is refused with another body, path or query under the same key', async () => {
    const key = newKey();
    await add(key, 'Mine');
    expect(await add(key, 'Other')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const headers = { 'Idempotency-Key': key };
    expect(await rest.call('POST', '/v1/tokens', { as: admin, body: { name: 'Mine' }, headers })).toMatchObject({ status: 422 });
  });

  it('belongs to its caller: another person can use the same key', async () => {
    const key = newKey();
    const colleague = await makeUser(rest.ctx, admin.orgId);
    await add(key, 'Ours');
    expect(await add(key, 'Theirs', colleague)).toMatchObject({ status: 200, body: { environment: { name: 'Theirs' } } });
  });

  it('asks the role again before an answer is repeated', async () => {
    const person = await newMember(rest);
    const key = newKey();
    await add(key, 'Production', person);
    expect(await add(key, 'Production', { ...person, role: 'viewer' })).toMatchObject({ status: 403 });
  });

  it('is free again after an error that changed nothing', async () => {
    const key = newKey();
    expect(await add(key, ' ')).toMatchObject({ status: 400 });
    expect(await add(key, 'Corrected')).toMatchObject({ status: 200 });
  });

  it('refuses a key that is none', async () => {
    for (const key of ['with space', 'x'.repeat(256)]) {
      expect(await add(key, 'Never')).toMatchObject({ status: 400, body: { details: [{ path: 'Idempotency-Key' }] } });
    }
  });

  it('repeats a secret that is shown once, and stores nothing of it in clear', async () => {
    const headers = { 'Idempotency-Key': newKey() };
    const create = () => rest.call('POST', '/v1/tokens', { as: admin, body: { name: 'CI' }, headers });
    const first = await create();
    const { value } = Object(first.body).token;
    expect(value).toMatch(/^nat_/);
    expect((await create()).body).toEqual(first.body);
    const rows = await rowsOf('select * from idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(value.slice(4, 20));
  });

  it('does not repeat a session: signing in again signs in again', async () => {
    const person = await makeUser(rest.ctx, admin.orgId, { password: 'correct horse battery' });
    const body = { email: person.email, password: 'correct horse battery' };
    const signIn = () => rest.call('POST', '/v1/accounts/login', { body, headers: { 'Idempotency-Key': 'sign-in' }, ip: '192.0.2.7' });
    const [first, second] = [await signIn(), await signIn()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.cookies[0]).not.toBe(first.cookies[0]);
  });

  it('works for callers who have not signed in', async () => {
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@once.example', password: 'correct horse battery' };
    const register = () =>
      rest.call('POST', '/v1/accounts/register', { body: person, headers: { 'Idempotency-Key': 'sign-up' }, ip: '192.0.2.8' });
    expect(await register()).toMatchObject({ status: 200 });
    expect(await register()).toMatchObject({ status: 200 });
  });
});

describe('a process that ends in the middle', () => {
  const requestOf = (person: Person) => makeRequestContext(rest.ctx, { actor: actorOf(person) });
  const begun = async (person: Person, key: string) => {
    const answer = await beginIdempotent(requestOf(person), { key, fingerprint: await fingerprintSent(person, key) });
    if (!('claim' in answer)) throw new Error('The key was taken.');
    return answer.claim;
  };
  /** The fingerprint that the server makes of `add(key, 'Crash')`. */
  const fingerprintSent = async (person: Person, key: string): Promise<string> => {
    const probe = await makeUser(rest.ctx, person.orgId);
    await add(key, 'Crash', probe);
    const [row] = await rowsOf('select fingerprint from idempotency_keys where caller = $1', [`session:${probe.id}`]);
    await rowsOf('delete from environments where org_id = $1', [person.orgId]);
    return String(row?.fingerprint);
  };

  it('before the effect: the request is refused while it may still run, then runs', async () => {
    const person = await newMember(rest);
    const key = newKey();
    await begun(person, key);
    expect(await add(key, 'Crash', person)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    rest.ctx.clock.advance(3 * MINUTE_MS);
    expect(await add(key, 'Crash', person)).toMatchObject({ status: 200 });
    expect(await namesOf(person)).toEqual(['Crash']);
  });

  it('after the effect: the request is refused and never runs again', async () => {
    const person = await newMember(rest);
    const key = newKey();
    await markEffect(rest.ctx.db, await begun(person, key));
    rest.ctx.clock.advance(3 * MINUTE_MS);
    for (let time = 0; time < 2; time += 1)
      expect(await add(key, 'Crash', person)).toMatchObject({ status: 409, body: { code: 'idempotency_answer_lost' } });
    expect(await namesOf(person)).toEqual([]);
  });

  it('and wakes up after another took over: its effect is rolled back', async () => {
    const person = await newMember(rest);
    const key = newKey();
    const stale = await begun(person, key);
    rest.ctx.clock.advance(3 * MINUTE_MS);
    expect(await add(key, 'Crash', person)).toMatchObject({ status: 200 });
    await expect(markEffect(rest.ctx.db, stale)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('24 hours later', () => {
  it('the key is free, and the hourly purge has removed the answer', async () => {
    const person = await newMember(rest);
    const key = newKey();
    await add(key, 'Day one', person);
    rest.ctx.clock.advance(DAY_MS - HOUR_MS);
    expect((await add(key, 'Day one', person)).headers.get('Idempotency-Replayed')).toBe('true');
    rest.ctx.clock.advance(2 * HOUR_MS);
    expect(await add(key, 'Day two', person)).toMatchObject({ status: 200 });
    rest.ctx.clock.advance(DAY_MS + HOUR_MS);
    await purgeExpired(rest.ctx);
    expect(await rowsOf('select id from idempotency_keys')).toEqual([]);
    expect(await rowsOf('select id from audit_log where org_id = $1', [person.orgId])).toHaveLength(2);
  });
});
