import { checkSchedule, type Transaction } from '@notafter/db';
import {
  type CertificateId,
  type CheckOutcome,
  cleanLine,
  decideCheck,
  type EventData,
  FAILS_TO_ALERT,
  type Observation,
} from '@notafter/domain';
import { inArray, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { type CertificateEvent, recordCertificateEvents } from '../../../notifications/events/record-events.ts';
import { recordCheckAlerts, type StoredChange } from '../../../notifications/ledger/record-check-alerts.ts';
import { findOtherAddresses, replaceAddresses } from '../../addresses/internal/address-rows.ts';
import { digestOf, loadSets } from '../../anchors/internal/sets-in-force.ts';
import { planMovedDeployments } from '../../deployment/plan-deployments.ts';
import { instantArray, plainArray } from '../../internal/sql-arrays.ts';
import { planRenewals } from '../../renewal/internal/plan-renewals.ts';
import type { DecidedCheck, StoredCheck } from './decided-check.ts';
import { type CheckedEndpoint, lockEndpoints } from './endpoint-state.ts';
import { insertHistory, updateCertificates, upsertX509 } from './observation-rows.ts';

/** One outcome of the prober and its endpoint. */
export interface ObservedEndpoint {
  readonly id: CertificateId;
  readonly observation: Observation;
  /** `ProbeAnchors.digest` of the probe. */
  readonly judgedBy: string | null;
  /** The endpoint as it was claimed. Absent: it is read and locked here, for a check that a person waits for. */
  readonly claimed?: CheckedEndpoint;
  /** How long the probe took. Absent: the stored one stays. */
  readonly durationMs?: number;
}

type StoreContext = Pick<TransactionContext<SystemContext>, 'db' | 'clock' | 'config'>;

/**
 * Stores finished checks in the caller's transaction, with one statement per table: schedule, certificates, addresses, X.509
 * data and history. Every endpoint needs its rows in `certificates` and `check_schedule`. Returns the stored checks: leaves out
 * deleted endpoints, claimed ones that another worker checked since, whose newer result stays, and those that were judged by anchors
 * that are no longer in force, which become due at once.
 */
export const storeObservations = async (
  ctx: StoreContext,
  observed: readonly ObservedEndpoint[],
  options: { readonly askedByPerson: boolean },
): Promise<StoredCheck[]> => {
  const now = ctx.clock.now();
  const circumstances = { now, askedByPerson: options.askedByPerson, checkIntervalHours: ctx.config.checkIntervalHours };
  const endpoints = await endpointsOf(ctx.db, observed);
  const decided = observed
    .flatMap(({ id, observation, judgedBy, durationMs = null }): DecidedCheck[] => {
      const endpoint = endpoints.get(id);
      if (endpoint === undefined) return [];
      const outcome = decideCheck(endpoint, observation, circumstances);
      return [{ id, observation, judgedBy, recorded: outcome.recorded, endpoint, outcome, durationMs }];
    })
    // The same order for every writer, so that two that share rows cannot deadlock.
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (decided.length === 0) return [];

  const present = await lockWritten(ctx.db, decided);
  const current = await updateSchedule(
    ctx.db,
    decided.filter(({ id, outcome }) => !writesCertificate(outcome) || present.has(id)),
    now,
  );
  const outdated = await recheckOutdated(
    ctx.db,
    decided.filter(({ id }) => current.has(id)),
    now,
  );
  const stored = decided.filter(({ id }) => current.has(id) && !outdated.has(id));
  await upsertX509(ctx.db, stored, now);
  await updateCertificates(ctx.db, stored, now);
  const otherAddress = await findOtherAddresses(ctx.db, stored);
  await replaceAddresses(ctx.db, stored, now);
  await insertHistory(ctx.db, stored, now);
  const moved = stored.filter(({ endpoint, outcome }) => isOther(endpoint, outcome));
  await planRenewals(
    ctx.db,
    moved.map(({ id }) => id),
  );
  await planMovedDeployments(
    ctx,
    moved.map(({ id, endpoint }) => ({ id, before: endpoint.fingerprint256 })),
  );
  await recordCheckAlerts(
    ctx,
    stored.flatMap((check) => changeOf(check, otherAddress)),
  );
  await recordCertificateEvents(ctx, stored.flatMap(transitionOf));
  return stored.map(({ id, observation, recorded }) => ({ id, observation, recorded }));
};

/** Whether the certificate that ends first is another one than before, at any address. */
const isOther = ({ fingerprint256, others }: CheckedEndpoint, { served, judged }: CheckOutcome): boolean =>
  served !== null &&
  (served.chain[0].fingerprint256 !== fingerprint256 || judged?.others?.endsFirst?.fingerprint256 !== others?.endsFirst?.fingerprint256);

/** The endpoint's address serves the certificate from before as well, with a key of the other type: nothing was replaced. */
const isOtherKeyType = ({ fingerprint256 }: CheckedEndpoint, { served, addressProbe }: CheckOutcome): boolean =>
  addressProbe?.seen.some(
    (seen) => seen.kind === 'served' && seen.address === served?.address && seen.certificate.fingerprint256 === fingerprint256,
  ) ?? false;

/** Outcomes that alerts may follow from: a reachable endpoint whose stored state changes. */
const changeOf = ({ id, endpoint, outcome }: DecidedCheck, otherAddress: ReadonlySet<CertificateId>): StoredChange[] => {
  if (outcome.served === null) return [];
  const { fingerprint256, fails } = endpoint;
  return [
    {
      id,
      fingerprint256,
      wasFailing: fails >= FAILS_TO_ALERT,
      isOtherAddress: otherAddress.has(id),
      isExpected: isOtherKeyType(endpoint, outcome),
    },
  ];
};

const DETAIL_MAX_LENGTH = 300;

/** Endpoints that start to fail or recover: reported on the change only, and not for an endpoint that was never reached. */
const transitionOf = ({ id, endpoint, outcome: { unreachable, judged } }: DecidedCheck): CertificateEvent[] => {
  if (endpoint.fingerprint256 === null && endpoint.unreachableReason === null) return [];
  const failed = (check: EventData): CertificateEvent[] => [{ type: 'check.failed', certificateId: id, extra: { check } }];
  if (unreachable !== null) {
    const detail = cleanLine(unreachable.detail, DETAIL_MAX_LENGTH);
    return endpoint.unreachableReason === null ? failed({ failure: 'unreachable', reason: unreachable.reason, detail }) : [];
  }
  if (judged === null) return [];
  const wasInvalid = endpoint.reasons.length > 0;
  if (judged.reasons.length > 0) return wasInvalid ? [] : failed({ failure: 'invalid', reason: judged.reasons[0], detail: null });
  return wasInvalid || endpoint.unreachableReason !== null ? [{ type: 'check.recovered', certificateId: id }] : [];
};

const endpointsOf = async (db: Transaction, observed: readonly ObservedEndpoint[]): Promise<Map<CertificateId, CheckedEndpoint>> => {
  const endpoints = new Map(observed.flatMap(({ id, claimed }) => (claimed === undefined ? [] : [[id, claimed] as const])));
  const unread = observed.flatMap(({ id, claimed }) => (claimed === undefined ? [id] : []));
  if (unread.length > 0) for (const endpoint of await lockEndpoints(db, unread)) endpoints.set(endpoint.id, endpoint);
  return endpoints;
};

/**
 * Returns the endpoints whose anchors changed since the probe started, and makes them due. Their schedule is locked by now, and who
 * changes anchors writes it afterwards: a change that is not seen here makes them due itself.
 */
const recheckOutdated = async (db: Transaction, decided: readonly DecidedCheck[], now: Date): Promise<ReadonlySet<CertificateId>> => {
  const inForce = await loadSets(
    db,
    decided.map(({ id }) => id),
  );
  const outdated = decided
    .filter(({ id, judgedBy, observation }) => observation.kind === 'served' && judgedBy !== digestOf(inForce.of(id)))
    .map(({ id }) => id);
  if (outdated.length > 0) await db.update(checkSchedule).set({ nextCheckAt: now }).where(inArray(checkSchedule.certificateId, outdated));
  return new Set(outdated);
};

/** A history entry and address rows count as writes: their foreign keys lock the certificate. */
const writesCertificate = ({ served, unreachable, recorded, addressProbe }: CheckOutcome): boolean =>
  served !== null || unreachable !== null || recorded !== null || addressProbe !== null;

/**
 * Locks the certificates to be written before any schedule row, in the order of a deletion; returns the locked ones. A row
 * locked by another transaction is being deleted or checked, so it is left to that one: a slice never waits.
 */
const lockWritten = async (db: Transaction, decided: readonly DecidedCheck[]): Promise<ReadonlySet<string>> => {
  const ids = decided.filter(({ outcome }) => writesCertificate(outcome)).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await db.execute<{ id: string }>(
    sql`select id from certificates where id = any(${plainArray(ids)}::uuid[]) order by id for no key update skip locked`,
  );
  return new Set(rows.map(({ id }) => id));
};

/** The digest of the anchors that the stored state of every address was judged by. */
const judgedWholly = ({ observation, judgedBy, endpoint }: DecidedCheck): string | null =>
  observation.kind === 'served' && observation.addresses !== undefined ? judgedBy : endpoint.anchorsDigest;

/** The mark of the last address check: a new one follows a sign, so that it is never read as one of the keywords. */
const addressSetMark = ({ addressSet }: CheckOutcome): string => {
  if (addressSet === null) return 'kept';
  return addressSet === 'forget' ? addressSet : `=${addressSet.set}`;
};

/** Moves every endpoint to its next turn, unless another worker stored a check since it was read; returns those moved. */
const updateSchedule = async (db: Transaction, decided: readonly DecidedCheck[], now: Date): Promise<ReadonlySet<string>> => {
  const rows = await db.execute<{ id: string }>(sql`
    with held as (
      select checked.*
      from unnest(
        ${plainArray(decided.map(({ id }) => id))}::uuid[],
        ${instantArray(decided.map(({ outcome }) => outcome.nextCheckAt))}::timestamptz[],
        ${plainArray(decided.map(({ outcome }) => outcome.fails))}::smallint[],
        ${plainArray(decided.map(({ recorded }) => recorded !== null))}::boolean[],
        ${instantArray(decided.map(({ endpoint }) => endpoint.lastCheckedAt))}::timestamptz[],
        ${plainArray(decided.map(({ outcome }) => addressSetMark(outcome)))}::text[],
        ${plainArray(decided.map((check) => judgedWholly(check) ?? 'null'))}::text[],
        ${plainArray(decided.map(({ durationMs }) => durationMs ?? 'null'))}::integer[]
      ) as checked (id, next_check_at, fails, recorded, seen, set_mark, judged_by, duration_ms)
      join check_schedule as schedule on schedule.certificate_id = checked.id
      where date_trunc('milliseconds', schedule.last_checked_at) is not distinct from checked.seen
      for no key update of schedule skip locked
    )
    update check_schedule as schedule
    set next_check_at = held.next_check_at,
        fails = held.fails,
        last_checked_at = ${now.toISOString()}::timestamptz,
        last_recorded_at = case when held.recorded then ${now.toISOString()}::timestamptz else schedule.last_recorded_at end,
        address_set = case when held.set_mark in ('kept', 'forget') then schedule.address_set else substr(held.set_mark, 2) end,
        anchors_digest = held.judged_by,
        duration_ms = coalesce(held.duration_ms, schedule.duration_ms),
        addresses_at = case held.set_mark
          when 'kept' then schedule.addresses_at when 'forget' then null else ${now.toISOString()}::timestamptz end
    from held
    where schedule.certificate_id = held.id
    returning schedule.certificate_id as id`);
  return new Set(rows.map(({ id }) => id));
};
