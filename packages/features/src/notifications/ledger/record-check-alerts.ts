import { alerts, certificateHistory, certificates, type Transaction, x509Certificates } from '@notafter/db';
import {
  addMs,
  type CertificateChange,
  type CertificateId,
  changedSentence,
  DAY_MS,
  failingLabel,
  invalidSentence,
  judgeChange,
  labeled,
  REVOKED_SENTENCE,
  rulesOfReasons,
  TURNS_MIN,
  TURNS_WINDOW_DAYS,
} from '@notafter/domain';
import { eq, inArray, sql } from 'drizzle-orm';
import { notify } from '../delivery/notify.ts';
import { type CertificateEvent, recordCertificateEvents } from '../events/record-events.ts';
import { type EndedAlert, endAlerts, lockOpenAlerts, ofRules } from './internal/end-alerts.ts';
import { endingColumns, occasionOf } from './internal/expiry-occasion.ts';
import type { LedgerContext } from './internal/ledger-context.ts';
import { type NewAlert, raiseAlerts } from './internal/raise-alerts.ts';
import { idArray } from './internal/sql-values.ts';
import { reviewExpiry } from './review-expiry.ts';
import { reviewRefusals } from './review-refusals.ts';

/** A certificate whose stored state was just changed by a check of its endpoint, or by a person. */
export interface StoredChange {
  readonly id: CertificateId;
  /** The previous state; null if it was never reached. */
  readonly fingerprint256: string | null;
  /** Its checks had failed often enough to alert. */
  readonly wasFailing: boolean;
  /** The certificate seems new only because another address of the name answered. */
  readonly isOtherAddress: boolean;
  /** Another certificate surprises nobody: the address serves both, each with a key of its type, or a person replaced it. */
  readonly isExpected: boolean;
}

const loadPresent = (db: Transaction, ids: readonly CertificateId[]) =>
  db
    .select({
      id: certificates.id,
      ...endingColumns,
      issuer: certificates.issuer,
      reasons: certificates.reasons,
    })
    .from(certificates)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(sql`${certificates.id} = any(${idArray(ids)}::uuid[])`);

type Present = Awaited<ReturnType<typeof loadPresent>>[number];

interface Renewed {
  readonly present: Present;
  readonly before: string;
  readonly after: string;
}

interface Surprise {
  readonly present: Present;
  readonly after: string;
  readonly change: CertificateChange;
}

/** Problems of new certificates, in addition to being new. */
const findSurprises = async (db: Transaction, renewed: readonly Renewed[]): Promise<Surprise[]> => {
  if (renewed.length === 0) return [];
  const rows = await db
    .select({
      fingerprint256: x509Certificates.fingerprint256,
      issuerOrganization: sql<string | null>`${x509Certificates.facts} ->> 'issuerOrganization'`,
      notAfter: sql<string>`${x509Certificates.facts} ->> 'notAfter'`,
      san: sql<string[]>`${x509Certificates.facts} -> 'san'`,
    })
    .from(x509Certificates)
    .where(inArray(x509Certificates.fingerprint256, [...new Set(renewed.flatMap(({ before, after }) => [before, after]))]));
  const known = new Map(rows.map((row) => [row.fingerprint256, { ...row, notAfter: new Date(row.notAfter) }]));
  return renewed.flatMap(({ present, before, after }): Surprise[] => {
    const [old, successor] = [known.get(before), known.get(after)];
    const change = old === undefined || successor === undefined ? null : judgeChange(old, successor);
    return change === null ? [] : [{ present, after, change }];
  });
};

/**
 * A certificate that comes back alerts each time: a rollback. It alerts once if certificates alternate: with one that another
 * address of the name serves, or, because a load balancer shows one address only, if it came back too often.
 */
const leaveOutTurns = async (
  { db, clock }: LedgerContext,
  surprises: readonly Surprise[],
  changes: readonly StoredChange[],
): Promise<Surprise[]> => {
  if (surprises.length === 0) return [];
  const otherAddress = new Set(changes.flatMap(({ id, isOtherAddress }) => (isOtherAddress ? [id] : [])));
  const rows = surprises.map(({ present: { id }, after }) => ({ id, after, other_address: otherAddress.has(id) }));
  const turns = await db.execute<{ id: CertificateId }>(sql`
    select surprise.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as surprise (id uuid, after text, other_address boolean)
    where exists (
        select from ${alerts} where ${alerts.certificateId} = surprise.id and ${alerts.rule} = 'changed' and ${alerts.fingerprint256} = surprise.after)
      and (surprise.other_address or ${TURNS_MIN} <= (
        select count(*) from ${certificateHistory}
        where ${certificateHistory.certificateId} = surprise.id and ${certificateHistory.fingerprint256} = surprise.after
          and ${certificateHistory.action} <> 'checked'
          and ${certificateHistory.recordedAt} > ${addMs(clock.now(), -TURNS_WINDOW_DAYS * DAY_MS).toISOString()}::timestamptz))`);
  const silent = new Set(turns.map(({ id }) => id));
  return surprises.filter(({ present }) => !silent.has(present.id));
};

const decideChanged = ({ present, after, change }: Surprise, now: Date): NewAlert => ({
  certificateId: present.id,
  rule: 'changed',
  threshold: 0,
  occasion: `${after} ${now.toISOString()}`,
  summary: changedSentence(change, present.issuer ?? ''),
});

/** The body of a webhook must stay small. */
const LOST_NAMES_MAX = 50;

/** Each new certificate is either a renewal or a surprise. */
const renewalEvents = (renewed: readonly Renewed[], surprises: readonly Surprise[]): CertificateEvent[] => {
  const changes = new Map(surprises.map(({ present, change }) => [present.id, change]));
  return renewed.map(({ present, before }) => {
    const change = changes.get(present.id);
    if (change === undefined) return { type: 'certificate.renewed', certificateId: present.id, before };
    const extra = {
      change: { issuer: change.issuer, lost_names: change.lostNames.slice(0, LOST_NAMES_MAX), ends_earlier: change.endsEarlier },
    };
    return { type: 'certificate.changed', certificateId: present.id, before, extra };
  });
};

const decideReasons = ({ id, reasons, others }: Present): NewAlert[] => {
  const served = failingLabel(others);
  return rulesOfReasons(reasons).map((rule) => ({
    certificateId: id,
    rule,
    threshold: 0,
    occasion: null,
    summary: labeled(rule === 'revoked' ? REVOKED_SENTENCE : invalidSentence(reasons), served),
    served,
  }));
};

const endRenewed = (ctx: LedgerContext, present: readonly Present[]): Promise<EndedAlert[]> => {
  const rows = present.flatMap(({ id, notAfter, ...leaf }) =>
    notAfter === null
      ? []
      : { certificate_id: id, fingerprint256: leaf.fingerprint256, occasion: occasionOf({ ...leaf, notAfter }).occasion },
  );
  const ids = rows.map((row) => row.certificate_id);
  const isOfAnother = sql`${ofRules(ids, ['expiry', 'expired', 'late', 'renew_now', 'changed'])} and exists (
    select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as present (certificate_id uuid, fingerprint256 text, occasion text)
    where present.certificate_id = ${alerts.certificateId}
      and case when ${alerts.rule} in ('renew_now', 'changed') then ${alerts.fingerprint256} <> present.fingerprint256 else ${alerts.occasion} <> present.occasion end)`;
  return endAlerts(ctx, isOfAnother, { resolution: 'renewed' });
};

const endRecovered = async (ctx: LedgerContext, present: readonly Present[], changes: readonly StoredChange[]): Promise<EndedAlert[]> => {
  const over = (rule: 'invalid' | 'revoked') =>
    present.filter(({ reasons }) => !rulesOfReasons(reasons).includes(rule)).map(({ id }) => id);
  const answering = changes.filter(({ wasFailing }) => wasFailing).map(({ id }) => id);
  const isOver = sql`(${ofRules(over('invalid'), ['invalid'])} or ${ofRules(over('revoked'), ['revoked'])} or ${ofRules(answering, ['failing'])})`;
  return endAlerts(ctx, isOver, { resolution: 'recovered' });
};

/**
 * Updates the ledger after checks: raises invalid, revoked and changed, ends alerts after a renewal or a recovery, alerts on a new
 * certificate that expires soon, and records renewals as events. Runs in the transaction that stored the checks and holds their certificates.
 */
export const recordCheckAlerts = async (ctx: LedgerContext, changes: readonly StoredChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  await lockOpenAlerts(ctx.db, ids);
  const present = await loadPresent(ctx.db, ids);
  const before = new Map(changes.map(({ id, fingerprint256 }) => [id, fingerprint256]));
  const renewed = present.flatMap((row): Renewed[] => {
    const [old, after] = [before.get(row.id) ?? null, row.fingerprint256];
    return old === null || after === null || old === after ? [] : [{ present: row, before: old, after }];
  });
  const ended = [...(await endRenewed(ctx, present)), ...(await endRecovered(ctx, present, changes))];
  const expected = new Set(changes.flatMap(({ id, isExpected }) => (isExpected ? [id] : [])));
  const surprises = await findSurprises(
    ctx.db,
    renewed.filter(({ present: { id } }) => !expected.has(id)),
  );
  const alerting = await leaveOutTurns(ctx, surprises, changes);
  const found = [...present.flatMap(decideReasons), ...alerting.map((surprise) => decideChanged(surprise, ctx.clock.now()))];
  const raised = await raiseAlerts(ctx, found);
  const expiry = await reviewExpiry(ctx, ids);
  const refusals = await reviewRefusals(ctx, ids);
  await notify(ctx, {
    raised: [...raised, ...expiry.raised, ...refusals.raised],
    ended: [...ended, ...expiry.ended, ...refusals.ended],
  });
  await recordCertificateEvents(ctx, renewalEvents(renewed, surprises));
};
