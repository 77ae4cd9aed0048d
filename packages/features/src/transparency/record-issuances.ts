import { issuances, newId, organizations, type Transaction, watchedDomains } from '@notafter/db';
import {
  coveredParent,
  createWatchIndex,
  domainsAbove,
  type FoundAt,
  type Issuance,
  issuedBy,
  type OrganizationId,
  type WatchedDomainId,
  type WatchIndex,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import { requestAlertSweep } from '../notifications/ledger/enqueue-alert-sweep.ts';
import { textArray } from '../text-array.ts';
import { loadEvidence } from './internal/issuance-evidence.ts';
import { createIssuanceJudge } from './internal/issuance-judge.ts';

/** An issuance, and where it was found. */
export interface IssuanceAt {
  readonly issuance: Issuance;
  readonly at: FoundAt;
}

interface Watch {
  readonly id: WatchedDomainId;
  readonly orgId: OrganizationId;
  readonly domain: string;
  readonly learningUntil: Date | null;
  readonly allowedIssuers: readonly string[];
}

/** The same issuance, found at several places. */
interface Merged {
  readonly issuance: Issuance;
  readonly found: readonly FoundAt[];
}

const issuedMs = ({ issuance }: Merged): number => issuance.notBefore?.getTime() ?? 0;

const mergeOf = (found: readonly IssuanceAt[]): Merged[] => {
  const merged = new Map<string, { issuance: Issuance; found: FoundAt[] }>();
  for (const { issuance, at } of found) {
    const same = merged.get(issuance.tbsSha256);
    if (same === undefined) merged.set(issuance.tbsSha256, { issuance, found: [at] });
    else {
      same.found.push(at);
      if (same.issuance.isPrecertificate && !issuance.isPrecertificate) same.issuance = issuance;
    }
  }
  return [...merged.values()].toSorted((one, other) => issuedMs(one) - issuedMs(other));
};

/** A search looked for one of the domains only; a certificate concerns those above and below it, too. */
const isConcerned = (found: readonly Issuance[]): SQL | undefined => {
  const domains = new Set(found.flatMap(({ names, watched }) => [...watched, ...names.flatMap(domainsAbove)]));
  const parents = new Set(found.flatMap(({ names }) => names.flatMap((name) => coveredParent(name) ?? [])));
  const ofParent = sql`substr(${watchedDomains.domain}, strpos(${watchedDomains.domain}, '.') + 1) = any(${textArray([...parents])})`;
  return or(sql`${watchedDomains.domain} = any(${textArray([...domains])})`, parents.size === 0 ? undefined : ofParent);
};

/** The verified watches that these concern, held until the commit: one writer at a time for each, and none is removed meanwhile. */
const loadWatches = (db: Transaction, found: readonly Issuance[]): Promise<Watch[]> =>
  db
    .select({
      id: watchedDomains.id,
      orgId: watchedDomains.orgId,
      domain: watchedDomains.domain,
      learningUntil: watchedDomains.learningUntil,
      allowedIssuers: watchedDomains.allowedIssuers,
    })
    .from(watchedDomains)
    .innerJoin(organizations, eq(organizations.id, watchedDomains.orgId))
    .where(and(isConcerned(found), isNotNull(watchedDomains.verifiedAt), eq(organizations.disabled, false)))
    .orderBy(asc(watchedDomains.id))
    .for('no key update', { of: watchedDomains });

const foundKey = (at: FoundAt): string => (at.source === 'log' ? `${at.log} ${at.index}` : `${at.service} ${at.reference}`);

/** Two logs with precertificate and certificate are usual; anyone may submit a certificate to more. */
const PLACES_MAX = 40;

const bytesOf = ({ der, isPrecertificate, scts }: Issuance) => ({
  der: der === null ? null : Buffer.from(der),
  isPrecertificate,
  scts: isPrecertificate ? null : scts,
});

type SystemTransaction = TransactionContext<SystemContext>;

/** Adds places to issuances that are known, and returns the others. A certificate replaces its precertificate. */
const addPlaces = async (db: Transaction, orgId: OrganizationId, found: readonly Merged[]): Promise<Merged[]> => {
  const rows = await db
    .select({ id: issuances.id, tbsSha256: issuances.tbsSha256, found: issuances.found, isPrecertificate: issuances.isPrecertificate })
    .from(issuances)
    .where(
      and(
        eq(issuances.orgId, orgId),
        inArray(
          issuances.tbsSha256,
          found.map(({ issuance }) => issuance.tbsSha256),
        ),
      ),
    )
    // Ordered by id, as every writer of several locks them.
    .orderBy(asc(issuances.id))
    .for('update');
  const known = new Map(rows.map((row) => [row.tbsSha256, row]));
  for (const { issuance, found: places } of found) {
    const row = known.get(issuance.tbsSha256);
    if (row === undefined) continue;
    const keys = new Set(row.found.map(foundKey));
    const more = places.filter((at) => !keys.has(foundKey(at)));
    const isBetter = row.isPrecertificate && !issuance.isPrecertificate;
    if (more.length === 0 && !isBetter) continue;
    await db
      .update(issuances)
      .set({
        found: [...row.found, ...more].slice(0, PLACES_MAX),
        ...(isBetter ? bytesOf(issuance) : {}),
      })
      .where(eq(issuances.id, row.id));
  }
  return found.filter(({ issuance }) => !known.has(issuance.tbsSha256));
};

/** Names of other organizations, which concern them, come last: the first one stands for the certificate. */
const ownFirst = (names: readonly string[], home: string, index: WatchIndex<Watch>): string[] => {
  const rank = (name: string): number => (domainsAbove(name).includes(home) ? 0 : index.of([name]) === null ? 2 : 1);
  return names.toSorted((one, other) => rank(one) - rank(other));
};

const recordOfOrganization = async (
  { db, clock }: SystemTransaction,
  watches: readonly Watch[],
  found: readonly Merged[],
): Promise<number> => {
  const [first] = watches;
  if (first === undefined) return 0;
  const { orgId } = first;
  const now = clock.now();
  const index = createWatchIndex(watches);
  const concerned = found.filter(({ issuance }) => index.of(issuance.names, issuance.watched) !== null);
  const fresh = await addPlaces(db, orgId, concerned);
  if (fresh.length === 0) return 0;
  const evidence = await loadEvidence(
    db,
    orgId,
    fresh.map(({ issuance }) => issuance),
    index,
  );
  const judge = createIssuanceJudge(evidence);
  const rows: (typeof issuances.$inferInsert)[] = [];
  for (const { issuance, found: places } of fresh) {
    const watch = index.of(issuance.names, issuance.watched);
    if (watch === null) continue;
    const issuedAt = issuedBy(issuance, places);
    const learned = watch.all.every(
      ({ learningUntil }) => learningUntil !== null && (now < learningUntil || (issuedAt !== null && issuedAt < learningUntil)),
    );
    const decided = judge({ ...issuance, isMalformed: issuance.unreadable !== null }, { allowedIssuers: watch.allowedIssuers, learned });
    rows.push({
      id: newId<'issuance'>(),
      orgId,
      domainId: watch.home.id,
      tbsSha256: issuance.tbsSha256,
      spkiSha256: issuance.spkiSha256,
      serialNumber: issuance.serialNumber,
      issuer: issuance.issuer,
      issuerOrganization: issuance.issuerOrganization,
      names: ownFirst(issuance.names, watch.home.domain, index),
      notBefore: issuance.notBefore,
      notAfter: issuance.notAfter,
      ...bytesOf(issuance),
      found: places.slice(0, PLACES_MAX),
      foundAt: now,
      state: decided.state,
      unknownReason: decided.reason,
      learned,
    });
  }
  if (rows.length > 0) await db.insert(issuances).values(rows);
  return rows.filter(({ state, learned }) => state === 'unknown' && !learned).length;
};

/**
 * Stores issuances for every organization that watches one of their domains, in the caller's transaction, which also stores how far the
 * source was read. One that is known gets the new place. Unknown ones have their alert within seconds after the commit.
 */
export async function recordIssuances(tx: SystemTransaction, found: readonly IssuanceAt[]): Promise<void> {
  const merged = mergeOf(found);
  const watches = await loadWatches(
    tx.db,
    merged.map(({ issuance }) => issuance),
  );
  const byOrganization = Map.groupBy(watches, ({ orgId }) => orgId);
  let unknown = 0;
  for (const [, ofOne] of [...byOrganization].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    unknown += await recordOfOrganization(tx, ofOne, merged);
  if (unknown > 0) await requestAlertSweep(tx);
}
