import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, signIn } from './testing/people.ts';
import type { Answer } from './testing/request.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** PostgreSQL's text and SQLSTATE (53100) of a full disk; filling a real one needs a separate file system and root. */
const DISK_FULL = `create function disk_full() returns boolean language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  create function refuse_write() returns trigger language plpgsql as $$ begin perform disk_full(); return new; end $$`;
const REFUSE_WRITES = 'create trigger disk_full before insert on audit_log for each row execute function refuse_write()';
/** A large sort, for example, writes temporary files. */
const REFUSE_READS = `alter table certificates rename to stored_certificates;
  create view certificates as select * from stored_certificates where (select disk_full())`;
const MAKE_SPACE = 'drop trigger disk_full on audit_log; drop view certificates; alter table stored_certificates rename to certificates';

let server: TestServer;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  headers = { cookie: await signIn(server, await newPerson(server)), 'sec-fetch-site': 'same-origin' };
});
afterAll(() => server.close());

const writes = (): Promise<readonly Answer[]> =>
  Promise.all([
    server.call('/v1/organization', { method: 'PUT', json: { name: 'Harbor' }, headers }),
    server.call('/api/trpc/environments.add', { json: { name: `Staging ${performance.now()}` }, headers }),
  ]);
const reads = (): Promise<readonly Answer[]> => {
  const input = encodeURIComponent(JSON.stringify({}));
  return Promise.all([
    server.call('/v1/certificates/list', { headers }),
    server.call(`/api/trpc/certificates.list?input=${input}`, { headers }),
    server.call('/certificates', { headers: { ...headers, accept: 'text/html' } }),
    server.call('/certificates.data', { headers }),
  ]);
};
const seen = (answers: readonly Answer[]) =>
  answers.map(({ status, headers: answered }) => [status, Number(answered['retry-after'] ?? 0) > 0] as const);
const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);

it('answers 503 with Retry-After while the disk of PostgreSQL is full, and serves again with space', async () => {
  const sql = server.database.db.$client;
  expect(statuses([...(await writes()), ...(await reads())])).toEqual([200, 200, 200, 200, 200, 200]);

  await sql.unsafe(`${DISK_FULL}; ${REFUSE_WRITES}; ${REFUSE_READS}`);
  const unavailable = [503, true] as const;
  expect(seen(await writes())).toEqual([unavailable, unavailable]);
  expect(seen(await reads())).toEqual([unavailable, unavailable, unavailable, unavailable]);

  await sql.unsafe(MAKE_SPACE);
  expect(statuses([...(await writes()), ...(await reads())])).toEqual([200, 200, 200, 200, 200, 200]);
});
