import { alerts, apiKeys, auditLog, certificates, type Executor, users } from '@notafter/db';
import {
  type ApiKeyId,
  type AuditEntryId,
  auditSubject,
  brandId,
  type CertificateId,
  isUuid,
  type OrganizationId,
  type TokenId,
  type UserId,
} from '@notafter/domain';
import type { AuditFilter } from '@notafter/domain/inputs';
import { and, desc, eq, gte, inArray, like, lt, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListCursor } from '../../list-cursor.ts';
import { auditSentence } from '../../use-case.ts';

export interface AuditActor {
  readonly kind: 'session' | 'token' | 'api-key' | 'payment-provider';
  /** A person's id, or a key's. */
  readonly id: UserId | ApiKeyId | null;
  /** The address at the time; null for an API key. */
  readonly email: string | null;
  readonly tokenId: TokenId | null;
  /** The name of the token or API key; null in a browser. */
  readonly name: string | null;
}

/** One action, as people see it. */
export interface AuditEntry {
  readonly id: AuditEntryId;
  readonly at: Date;
  readonly actor: AuditActor;
  /** The use case, and a sentence for it. */
  readonly action: string;
  readonly sentence: string;
  /** The object as the detail names it, or the domain of its certificate. */
  readonly subject: string | null;
  readonly subjectId: string | null;
  /** The certificate it concerns, if it is still monitored. */
  readonly certificateId: CertificateId | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
}

interface Page {
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
}

type Place = ListCursor<'audit-entry'>;

const selectPage = (db: Executor, orgId: OrganizationId, filter: AuditFilter, place: Place | null, limit: number) =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.orgId, orgId),
        filter.actorId == null ? undefined : eq(auditLog.actorId, filter.actorId),
        filter.group == null ? undefined : like(auditLog.action, `${filter.group}/%`),
        filter.from == null ? undefined : gte(auditLog.at, filter.from),
        filter.until == null ? undefined : lt(auditLog.at, filter.until),
        place === null ? undefined : sql`(${auditLog.at}, ${auditLog.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);

interface Concerned {
  readonly certificateId: CertificateId;
  readonly domain: string;
}

/** Returns the certificates that rows concern, by the ids in the rows: a certificate's or one of its alerts'. */
const readConcerned = async (
  db: Executor,
  orgId: OrganizationId,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Concerned>> => {
  if (subjectIds.length === 0) return new Map();
  const certificateIds = subjectIds.map((id) => brandId<'certificate'>(id));
  const alertIds = subjectIds.map((id) => brandId<'alert'>(id));
  const certificate = { certificateId: certificates.id, domain: certificates.domain };
  const [direct, byAlert] = await Promise.all([
    db
      .select({ subjectId: sql<string>`${certificates.id}`, ...certificate })
      .from(certificates)
      .where(and(eq(certificates.orgId, orgId), inArray(certificates.id, certificateIds))),
    db
      .select({ subjectId: sql<string>`${alerts.id}`, ...certificate })
      .from(alerts)
      .innerJoin(certificates, eq(certificates.id, alerts.certificateId))
      .where(and(eq(alerts.orgId, orgId), inArray(alerts.id, alertIds))),
  ]);
  return new Map([...direct, ...byAlert].map(({ subjectId, ...concerned }) => [subjectId, concerned]));
};

const toEntry = (row: typeof auditLog.$inferSelect, concerned: Concerned | undefined): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actorKind, id: row.actorId, email: row.actorEmail, tokenId: row.tokenId, name: row.actorName },
  action: row.action,
  sentence: auditSentence(row.action),
  subject: auditSubject(row.detail) ?? concerned?.domain ?? null,
  subjectId: row.subjectId,
  certificateId: concerned?.certificateId ?? null,
  detail: row.detail,
  ip: row.ip,
});

/** Returns one page of an organization's log, newest first. Throws `invalid_input` for a wrong cursor. */
export const readAuditPage = async (
  db: Executor,
  orgId: OrganizationId,
  filter: AuditFilter,
  cursor: string | null | undefined,
  limit: number,
): Promise<Page> => {
  const rows = await selectPage(db, orgId, filter, cursor == null ? null : decodeCursor(cursor), limit + 1);
  const shown = rows.slice(0, limit);
  const subjectIds = [...new Set(shown.flatMap(({ subjectId }) => (subjectId !== null && isUuid(subjectId) ? [subjectId] : [])))];
  const concerned = await readConcerned(db, orgId, subjectIds);
  const entries = shown.map((row) => toEntry(row, concerned.get(row.subjectId ?? '')));
  const last = rows.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last === undefined ? null : encodeCursor(last) };
};

const ACTORS_MAX = 200;

export interface KnownActor {
  readonly id: UserId | ApiKeyId;
  readonly kind: 'person' | 'api-key';
  /** The person's current address or the key's name; for deleted actors, the last one in the log. */
  readonly name: string;
}

/**
 * Returns the actors in an organization's log, at most 200. Walks the index from one actor to the next, so that the cost grows
 * with the number of actors, not of rows.
 */
export const readActors = async (db: Executor, orgId: OrganizationId): Promise<KnownActor[]> => {
  const rows = await db.execute<{
    id: string;
    kind: string;
    email: string | null;
    name: string | null;
    user_email: string | null;
    key_name: string | null;
  }>(sql`
    with recursive actor (id, n) as (
      (select actor_id, 1 from ${auditLog} where org_id = ${orgId} and actor_id is not null order by actor_id limit 1)
      union all
      select (select l.actor_id from ${auditLog} l where l.org_id = ${orgId} and l.actor_id > actor.id order by l.actor_id limit 1), n + 1
      from actor where actor.id is not null and n < ${ACTORS_MAX}
    )
    select actor.id, latest.actor_kind as kind, latest.actor_email as email, latest.actor_name as name, ${users.email} as user_email, ${apiKeys.name} as key_name
    from actor
    cross join lateral (
      select actor_kind, actor_email, actor_name from ${auditLog} l
      where l.org_id = ${orgId} and l.actor_id = actor.id order by l.at desc, l.id desc limit 1
    ) latest
    left join ${users} on ${users.id} = actor.id and ${users.orgId} = ${orgId}
    left join ${apiKeys} on ${apiKeys.id} = actor.id and ${apiKeys.orgId} = ${orgId}
    where actor.id is not null`);
  return rows
    .map(({ id, kind, email, name, user_email, key_name }) => ({
      id: brandId<'user' | 'api-key'>(id),
      kind: kind === 'api-key' ? ('api-key' as const) : ('person' as const),
      name: (kind === 'api-key' ? (key_name ?? name) : (user_email ?? email)) ?? 'Unknown',
    }))
    .sort((one, other) => one.kind.localeCompare(other.kind) * -1 || one.name.localeCompare(other.name));
};
