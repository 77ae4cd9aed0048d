import { certificateRenewals, renewalInfoCas, renewalInfos } from '@notafter/db';
import {
  addMs,
  askAgainMs,
  asksToRenewNow,
  type CertificateId,
  longPauseSentence,
  pauseAfterFailuresMs,
  type RenewalInfoAnswer,
  unreadSentence,
  usualWindowEnd,
} from '@notafter/domain';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { endRenewNow } from '../../../notifications/ledger/end-renew-now.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { lockCertificates } from './lock-certificates.ts';
import { planRenewals } from './plan-renewals.ts';
import type { Question } from './renewal-info-claims.ts';

type Stored = typeof renewalInfos.$inferSelect;
type Read = Extract<RenewalInfoAnswer, { readonly kind: 'read' }>;
type Failed = Extract<RenewalInfoAnswer, { readonly kind: 'failed' }>;

interface Answered extends Omit<Question, 'pem'> {
  readonly directory: string;
}

/** Plans the renewals of the endpoints that serve a certificate by its new window. */
const replan = async (tx: TransactionContext<SystemContext>, { fingerprint256 }: Answered): Promise<CertificateId[]> => {
  const rows = await tx.db
    .select({ id: certificateRenewals.certificateId })
    .from(certificateRenewals)
    .where(eq(certificateRenewals.fingerprint256, fingerprint256));
  const held = await lockCertificates(
    tx.db,
    rows.map(({ id }) => id),
  );
  const serving = held.flatMap((one) => (one.fingerprint256 === fingerprint256 ? [one.id] : []));
  await planRenewals(tx.db, serving);
  return serving;
};

/** An endpoint that began to serve it while the last answer was stored was planned without that. */
const hasUnplanned = async ({ db }: TransactionContext<SystemContext>, { fingerprint256 }: Answered): Promise<boolean> => {
  const isUnplanned = and(eq(certificateRenewals.fingerprint256, fingerprint256), ne(certificateRenewals.basis, 'ari'));
  return (await db.$count(certificateRenewals, isUnplanned)) > 0;
};

/** Returns the columns that an answer changes. A CA that fails says nothing about the window that it gave before. */
const changeBy = (answer: Read, life: Answered, before: Stored, now: Date) => {
  const { window, explanationUrl } = answer;
  const usualEnd = before.usualEnd ?? usualWindowEnd(life, window, now);
  const asksNow = asksToRenewNow({ window, explanationUrl, usualEnd }, now);
  return {
    windowStart: window.start,
    windowEnd: window.end,
    explanationUrl,
    usualEnd,
    readAt: now,
    // Once the window was moved to the past, it stays so until the CA moves it ahead.
    asksNowSince: asksNow || (before.asksNowSince !== null && window.end <= now) ? (before.asksNowSince ?? now) : null,
    problem: longPauseSentence(answer.retryAfterMs),
  };
};

/** The CA works, whatever it says about the certificate. */
const clearFailures = async ({ db }: TransactionContext<SystemContext>, { directory }: Answered): Promise<void> => {
  await db
    .update(renewalInfoCas)
    .set({ failures: 0, problem: null, pausedUntil: null })
    .where(and(eq(renewalInfoCas.directory, directory), gt(renewalInfoCas.failures, 0)));
};

const storeRead = async (tx: TransactionContext<SystemContext>, asked: Answered, answer: Read): Promise<void> => {
  const now = tx.clock.now();
  const isRow = eq(renewalInfos.fingerprint256, asked.fingerprint256);
  const [before] = await tx.db.select().from(renewalInfos).where(isRow).for('update');
  if (before === undefined) return;
  const change = changeBy(answer, asked, before, now);
  await tx.db
    .update(renewalInfos)
    .set({ ...change, nextAskAt: addMs(now, askAgainMs(answer.retryAfterMs)) })
    .where(isRow);
  await clearFailures(tx, asked);
  const isSame =
    before.windowStart?.getTime() === change.windowStart.getTime() &&
    before.windowEnd?.getTime() === change.windowEnd.getTime() &&
    (before.asksNowSince === null) === (change.asksNowSince === null);
  if (isSame && !(await hasUnplanned(tx, asked))) return;
  const serving = await replan(tx, asked);
  if (before.asksNowSince !== null && change.asksNowSince === null) await endRenewNow(tx, serving);
};

/** Returns whether the CA is left alone for a while. */
const storeFailure = async (tx: TransactionContext<SystemContext>, asked: Answered, answer: Failed): Promise<boolean> => {
  const now = tx.clock.now();
  const { reason, retryAfterMs, isOfCa } = answer;
  const isCa = eq(renewalInfoCas.directory, asked.directory);
  const [ca] = await tx.db.select({ failures: renewalInfoCas.failures }).from(renewalInfoCas).where(isCa).for('no key update');
  if (ca === undefined) return true;
  const failures = Math.min(ca.failures + 1, 1_000);
  const later = addMs(now, isOfCa ? pauseAfterFailuresMs(failures, retryAfterMs) : askAgainMs(retryAfterMs));
  const problem = [unreadSentence(reason), longPauseSentence(retryAfterMs) ?? []].flat().join(' ');
  if (isOfCa) await tx.db.update(renewalInfoCas).set({ failures, problem, pausedUntil: later }).where(isCa);
  else await clearFailures(tx, asked);
  await tx.db.update(renewalInfos).set({ problem, nextAskAt: later }).where(eq(renewalInfos.fingerprint256, asked.fingerprint256));
  return isOfCa;
};

/** Stores an answer, plans the renewals of the endpoints that serve the certificate by it, and ends an alert that it takes back. */
export const storeRenewalInfo = (
  ctx: SystemContext,
  { answer, ...asked }: Answered & { readonly answer: RenewalInfoAnswer },
): Promise<{ readonly isPaused: boolean }> =>
  withTransaction(ctx, async (tx) => {
    if (answer.kind === 'failed') return { isPaused: await storeFailure(tx, asked, answer) };
    await storeRead(tx, asked, answer);
    return { isPaused: false };
  });
