import { certificates, environments, newId, organizations, type Transaction } from '@notafter/db';
import {
  type AnchorSetId,
  type CertificateId,
  type EnvironmentId,
  nextCheckAt,
  type Observation,
  type OrganizationId,
} from '@notafter/domain';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { recordCertificateEvents } from '../../../notifications/events/record-events.ts';
import { insertRules, lockSets } from '../../anchors/internal/write-rule.ts';
import { remainingCapacity } from '../../certificate-limit.ts';
import type { ProbedStep } from '../../checks/internal/run-probes.ts';
import { storeObservations } from '../../checks/internal/store-observations.ts';
import { insertEndpoints } from '../../internal/insert-endpoints.ts';
import { isCheckedHere } from '../../reports/collector-endpoints.ts';
import { ALREADY_MONITORED, type ImportLimit, type LineResult, type WaitingLine } from './import-run.ts';

/** For whom the lines are added. */
interface Importing {
  readonly orgId: OrganizationId;
  readonly limit: ImportLimit;
}

type Step = ProbedStep<WaitingLine>;
type Tx = TransactionContext<SystemContext>;

interface Kept {
  readonly id: CertificateId;
  readonly step: Step;
}

/** Held until the commit, so that none is deleted before its certificates are there. */
const lockEnvironments = async (db: Transaction, { orgId }: Importing): Promise<ReadonlySet<EnvironmentId>> => {
  const rows = await db
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.orgId, orgId))
    .orderBy(asc(environments.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
};

const insertKept = (tx: Tx, { orgId }: Importing, kept: readonly Kept[]): Promise<ReadonlySet<CertificateId>> => {
  const now = tx.clock.now();
  const dueAt = (id: CertificateId): Date => nextCheckAt(id, now, 0, tx.config);
  return insertEndpoints(
    tx.db,
    { orgId, now, dueAt },
    kept.map(({ id, step: { item } }) => ({ ...item, id })),
  );
};

const setIdOf = ({ item: { anchors } }: Step): AnchorSetId[] => (anchors === null || anchors === 'public' ? [] : [anchors]);

const isRefused = (answer: Observation | string): answer is Observation & { kind: 'unreachable' } =>
  typeof answer !== 'string' && answer.kind === 'unreachable' && answer.reason === 'not_allowed';

const resultOf = ({ id, step: { item, answer } }: Kept): LineResult => {
  if (typeof answer === 'string') return { line: item.line, result: 'unreachable', message: answer, certificateId: id };
  return answer.kind === 'served'
    ? { line: item.line, result: 'added', message: null, certificateId: id }
    : { line: item.line, result: 'unreachable', message: answer.detail, certificateId: id };
};

/**
 * Adds the certificates of these lines and stores what was seen of them, in the caller's transaction; answers what became
 * of each. An endpoint that cannot be reached is kept; one in private space is not.
 */
export const storeImported = async (tx: Tx, run: Importing, steps: readonly Step[]): Promise<LineResult[]> => {
  const known = await lockEnvironments(tx.db, run);
  let room = Number.POSITIVE_INFINITY;
  if (run.limit.certificates !== null) {
    // As adding one does: those who add pass one by one, so that the count still holds at the commit.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, run.orgId)).for('no key update');
    room = await remainingCapacity(tx.db, run.orgId, run.limit.certificates);
  }
  const left = (step: Step, result: 'duplicate' | 'invalid' | 'limit', message: string): LineResult => ({
    line: step.item.line,
    result,
    message,
    certificateId: null,
  });
  const results: LineResult[] = [];
  const fitting: Step[] = [];
  const sets = await lockSets(tx.db, run.orgId, steps.flatMap(setIdOf));
  const present = await findPresent(tx.db, run, steps);
  for (const step of steps) {
    const { answer, item } = step;
    if (isRefused(answer)) results.push(left(step, 'invalid', answer.detail));
    else if (item.environmentId !== null && !known.has(item.environmentId))
      results.push(left(step, 'invalid', 'Its environment was deleted.'));
    else if (setIdOf(step).some((id) => !sets.has(id))) results.push(left(step, 'invalid', 'Its trust anchors were deleted.'));
    else if (present.has(item.domain)) results.push(left(step, 'duplicate', ALREADY_MONITORED));
    else if (fitting.length >= room) results.push(left(step, 'limit', run.limit.text));
    else fitting.push(step);
  }
  const kept = fitting.map((step) => ({ id: newId<'certificate'>(), step }));
  const inserted = await insertKept(tx, run, kept);
  for (const { id, step } of kept) {
    results.push(inserted.has(id) ? resultOf({ id, step }) : left(step, 'duplicate', ALREADY_MONITORED));
  }
  const chosen = kept.flatMap(({ id, step: { item } }) =>
    inserted.has(id) && item.anchors !== null ? [{ certificateId: id, anchors: item.anchors }] : [],
  );
  await insertRules(tx.db, run.orgId, chosen);
  const observed = kept.flatMap(({ id, step: { answer, item } }) =>
    inserted.has(id) && typeof answer !== 'string' ? [{ id, observation: answer, judgedBy: item.probeAnchors.digest }] : [],
  );
  await storeObservations(tx, observed, { askedByPerson: true });
  const added = [...inserted].map((certificateId) => ({ type: 'certificate.added' as const, certificateId }));
  await recordCertificateEvents(tx, added);
  return results;
};

/** Which of the endpoints came to be monitored since the import began. */
const findPresent = async (db: Transaction, { orgId }: Importing, steps: readonly Step[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ domain: certificates.domain })
    .from(certificates)
    .where(
      and(eq(certificates.orgId, orgId), inArray(certificates.domain, [...new Set(steps.map(({ item }) => item.domain))]), isCheckedHere),
    );
  return new Set(rows.map(({ domain }) => domain));
};
