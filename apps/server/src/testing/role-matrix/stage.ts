import { sessionCookie } from '@notafter/auth';
import { type ApiKeyPermissions, type ErrorCode, type Permission, refusalOf } from '@notafter/domain';
import { createTestContext, makeOrganization, makeUser, type TestSystemContext, type TestUser } from '@notafter/testing';
import { createHttpApp } from '../../http/app.ts';
import { createMetrics } from '../../http/metrics.ts';
import { plainScreens } from '../plain-screens.ts';
import type { Request, Way } from './ways.ts';
import { makeWorld, type World } from './world.ts';

export const callers = [
  'nobody',
  'admin in a browser',
  'viewer in a browser',
  'token of an admin',
  'token of a viewer',
  'API key that reads',
  'API key that writes',
  'API key that deletes',
  'admin of another organization',
] as const;
export type CallerName = (typeof callers)[number];

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Sending {
  readonly method?: string;
  readonly json?: unknown;
  /** Sent as it is, in place of `json`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address; by default a new one. */
  readonly from?: string;
}

export interface Stage {
  readonly ctx: TestSystemContext;
  /** One request over HTTP, as this caller makes it to this world. */
  call(way: Way, caller: CallerName, world: World): Promise<Answer>;
  send(path: string, sending?: Sending): Promise<Answer>;
  headersOf(caller: CallerName, world: World): Promise<Record<string, string>>;
  /** A platform administrator in a browser, who is a viewer in a separate organization. */
  readonly operator: TestUser;
  /** Headers of a person's browser. */
  inBrowser(person: TestUser): Promise<Record<string, string>>;
  /** The admin's request to their own world. */
  requestOf(way: Way, world: World): Request;
  /** A digest of every row, or of one organization's, that somebody could have changed; who was last seen when is not among it. */
  digest(of?: World): Promise<string>;
  auditOf(world: World): Promise<string[]>;
  disable(world: World): Promise<void>;
  close(): Promise<void>;
}

const keyThat = (allowed: keyof ApiKeyPermissions) => {
  const permissions = { read: false, write: false, delete: false, [allowed]: true };
  return { via: 'api-key', permissions, scope: null } as const;
};

/** The refusal that a declaration gives a caller; null if the call is allowed. */
export const refusalFor = (permission: Permission, caller: CallerName): ErrorCode | null => {
  if (caller === 'nobody') return permission.access === 'anyone' ? null : 'unauthenticated';
  const actors: Record<Exclude<CallerName, 'nobody'>, Parameters<typeof refusalOf>[0]> = {
    'admin in a browser': { via: 'session', role: 'admin' },
    'viewer in a browser': { via: 'session', role: 'viewer' },
    'token of an admin': { via: 'token', role: 'admin' },
    'token of a viewer': { via: 'token', role: 'viewer' },
    'API key that reads': keyThat('read'),
    'API key that writes': keyThat('write'),
    'API key that deletes': keyThat('delete'),
    'admin of another organization': { via: 'session', role: 'admin' },
  };
  return refusalOf(actors[caller], permission);
};

const OPERATOR = 'operator@platform.example';
const PUBLIC_URL = 'http://localhost:3000';
/** Not what was done but that somebody was there. */
const UNWATCHED = ['rate_limits', 'audit_log'];
/** Marks the callers' own sessions, which start while others are watched. */
const CALLER = 'matrix';
const SEEN = ['last_used_at', 'last_seen_at'];

interface WatchedTable {
  readonly name: string;
  readonly columns: string;
  readonly hasOrg: boolean;
}

/** Of one world: its organization's rows, in the tables that name it. */
const rowsOf = ({ name, hasOrg }: WatchedTable, of: World | undefined): string => {
  if (of !== undefined) return hasOrg ? `where org_id = '${of.orgId}'` : 'where false';
  return name === 'sessions' ? `where user_agent is distinct from '${CALLER}'` : '';
};

const digestOf = (table: WatchedTable, of: World | undefined): string =>
  `select '${table.name}' as name, md5(string_agg(line, '|' order by line)) as rows
   from (select row(${table.columns})::text as line from "${table.name}" ${rowsOf(table, of)}) as lines`;

export const setStage = async (): Promise<Stage> => {
  const { ctx, close } = await createTestContext({
    config: { apiRequestsPerMinute: 1_000_000, publicUrl: PUBLIC_URL, identityProviders: ['github'], platformAdminEmails: [OPERATOR] },
  });
  let requests = 0;
  let place: string | null = null;
  const unread = () => Promise.reject(new Error('The matrix reads no metrics.'));
  const app = createHttpApp({
    system: ctx,
    publicUrl: PUBLIC_URL,
    development: false,
    // Each from a different address, so that no throttle answers first.
    clientIp: () => place ?? `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    metrics: createMetrics({
      ...{ readBacklog: unread, readLedger: unread, readServices: unread, readQueues: unread, readDatabase: unread },
      readJobs: () => [],
      readReplica: () => null,
    }),
    metricsToken: null,
    servicesHost: null,
    readiness: { ping: async () => undefined, late: () => [], stopping: () => false },
    screens: plainScreens,
    rest: true,
  });
  const another = await makeWorld(ctx);
  const operator = await makeUser(ctx, await makeOrganization(ctx), { email: OPERATOR, role: 'viewer', proven: true });
  const cookies = new Map<string, string>();
  const cookieOf = async (person: TestUser): Promise<string> => {
    const known = cookies.get(person.id);
    if (known !== undefined) return known;
    const { token, expiresAt } = await ctx.auth.createSession(ctx.db, person.id, { ip: null, userAgent: CALLER });
    const cookie = sessionCookie(PUBLIC_URL).serialize(token, expiresAt).split(';')[0] ?? '';
    cookies.set(person.id, cookie);
    return cookie;
  };
  const inBrowser = async (person: TestUser) => ({ cookie: await cookieOf(person), 'sec-fetch-site': 'same-origin' });
  const headersOf = async (caller: CallerName, { admin, viewer, orgId, secrets }: World): Promise<Record<string, string>> => {
    switch (caller) {
      case 'nobody':
        return {};
      case 'admin in a browser':
        return inBrowser(admin);
      case 'viewer in a browser':
        return inBrowser(viewer);
      case 'token of an admin':
        return { token: secrets.admin, 'org-id': orgId };
      case 'token of a viewer':
        return { token: secrets.viewer, 'org-id': orgId };
      case 'API key that reads':
        return { 'x-api-key': secrets.reader };
      case 'API key that writes':
        return { 'x-api-key': secrets.writer };
      case 'API key that deletes':
        return { 'x-api-key': secrets.deleter };
      case 'admin of another organization':
        return inBrowser(another.admin);
    }
  };
  const send: Stage['send'] = async (path, { method = 'GET', json, raw, headers = {}, from } = {}) => {
    requests += 1;
    place = from ?? null;
    const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) };
    const response = await app.request(`${PUBLIC_URL}${path}`, init, {});
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const tables: WatchedTable[] = await ctx.db.$client.unsafe(
    `select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns,
       bool_or(column_name = 'org_id') as "hasOrg"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) and column_name <> all($2)
     group by 1 order by 1`,
    [UNWATCHED, SEEN],
  );
  return {
    ctx,
    close,
    operator,
    call: async (way, caller, world) => {
      const { path, method, json } = way.request(world, caller.includes('viewer') ? world.viewer : world.admin);
      return send(path, { method, json, headers: await headersOf(caller, world) });
    },
    send,
    headersOf,
    inBrowser,
    requestOf: (way, world) => way.request(world, world.admin),
    digest: async (of) => {
      const digests = tables.map((table) => digestOf(table, of));
      const found: { name: string; rows: string | null }[] = await ctx.db.$client.unsafe(digests.join('\nunion all\n'), [], {
        prepare: true,
      });
      return found
        .map(({ name, rows }) => `${name} ${rows ?? 'empty'}`)
        .sort()
        .join('\n');
    },
    auditOf: async ({ orgId }) => {
      const rows: { action: string }[] = await ctx.db.$client.unsafe('select action from audit_log where org_id = $1 order by id', [orgId]);
      return rows.map(({ action }) => action);
    },
    disable: async ({ orgId }) => void (await ctx.db.$client`update organizations set disabled = true where id = ${orgId}`),
  };
};
