import { auditLog, newId } from '@notafter/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const addEnvironment = (as: Person, name: string) => rest.call('POST', '/v1/environments', { as, body: { name } });
const list = (as: Person, query = '') => rest.call('GET', `/v1/audit${query}`, { as });
const subjects = ({ body }: { readonly body: unknown }) =>
  z
    .object({ audit_log: z.array(z.object({ subject: z.string().nullable() })) })
    .parse(body)
    .audit_log.map(({ subject }) => subject);

describe('200', () => {
  it('answers who did what in the documented shape, page after page', async () => {
    const admin = await newMember(rest);
    for (const name of ['one', 'two']) await addEnvironment(admin, name);
    const first = await list(admin, '?limit=1');
    expect(first).toMatchObject({
      status: 200,
      body: {
        audit_log: [
          {
            actor: { kind: 'session', id: admin.id, email: admin.email, token_id: null, name: null },
            action: 'environments/add-environment',
            summary: 'Added an environment',
            subject: 'two',
            detail: { name: 'two' },
            at: rest.ctx.clock.now().toISOString(),
          },
        ],
      },
    });
    const { next_cursor } = z.object({ next_cursor: z.string() }).parse(first.body);
    const second = await list(admin, `?limit=1&cursor=${next_cursor}`);
    expect(subjects(second)).toEqual(['one']);
    expect(second).toMatchObject({ body: { next_cursor: null } });
  });

  it('is narrowed by person, group and period', async () => {
    const admin = await newMember(rest);
    await addEnvironment(admin, 'one');
    const now = rest.ctx.clock.now().toISOString();
    expect(subjects(await list(admin, `?actor_id=${admin.id}&group=environments&from=${now}`))).toEqual(['one']);
    expect(subjects(await list(admin, `?until=${now}`))).toEqual([]);
    expect(subjects(await list(admin, '?group=team'))).toEqual([]);
  });

  it.each(['csv', 'json'])('exports more than a page as %s', async (format) => {
    const admin = await newMember(rest);
    const row = { orgId: admin.orgId, actorId: admin.id, action: 'accounts/login', at: rest.ctx.clock.now(), detail: { name: '@x' } };
    await rest.ctx.db.insert(auditLog).values(Array.from({ length: 700 }, () => ({ id: newId<'audit-entry'>(), ...row })));
    const { status, headers, body } = await rest.call('GET', `/v1/audit/export?format=${format}`, { as: admin });
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\./);
    if (format === 'json') expect(body).toMatchObject({ audit_log: { length: 701 } });
    else expect(String(body).split('\r\n')).toHaveLength(703);
    if (format === 'csv') expect(String(body)).toContain(`,"'@x",`);
  });

  it('takes no cursor for an export, so that each one starts with the first page and its entry in the log', async () => {
    const admin = await newMember(rest);
    const cursor = Buffer.from(JSON.stringify([rest.ctx.clock.now().getTime() + 1, '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'])).toString(
      'base64url',
    );
    const answer = await rest.call('GET', `/v1/audit/export?cursor=${cursor}`, { as: admin });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'cursor' }] } });
  });
});

describe('refused', () => {
  const beyond = Buffer.from('[999999999999999,"01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10"]').toString('base64url');
  it.each([
    '?group=nothing',
    '?actor_id=x',
    '?from=yesterday',
    '?from=0000-01-01T00:00:00Z',
    '?until=9999-12-31T23:59:59-23:00',
    '?cursor=x',
    `?cursor=${beyond}`,
    '?limit=0',
  ])('400 for %s', async (query) => {
    expect(await list(await newMember(rest), query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
