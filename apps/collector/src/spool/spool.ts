import type { EnrollmentToken, Receipt, SealedBundle } from '@notafter/bundles';
import { UsageError } from '@notafter/command-line';
import { and, count, eq, gt, inArray, lte, sql, sum } from 'drizzle-orm';
import { judgeReceipt, type ReceiptVerdict } from './judge-receipt.ts';
import { isDiskFull, openDatabase } from './open-spool.ts';
import { createReserve } from './reserve.ts';
import { bundles, certificates, findings, identities, states } from './tables.ts';

export type SpoolState = typeof states.$inferSelect;
export type FindingKind = 'endpoint' | 'file';
export type Stop = NonNullable<SpoolState['stop']>;

export interface Identity extends Omit<EnrollmentToken, 'secret' | 'collectorId'> {
  readonly collectorId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly mode: 'online' | 'offline';
}

export interface QueuedBundle {
  readonly sequence: number;
  readonly bytes: Buffer;
}

/** The result of one scan, stored whole or not at all. */
export interface ScanRecord {
  /** The end of the chain that the bundles continue. */
  readonly after: number;
  readonly bundles: readonly SealedBundle[];
  readonly isComplete: boolean;
  /** Digests by endpoint or path. */
  readonly digests: Readonly<Record<FindingKind, ReadonlyMap<string, string>>>;
  /** Endpoints and paths that are no longer watched. */
  readonly forgotten: Readonly<Record<FindingKind, readonly string[]>>;
  readonly certificates: readonly string[];
  readonly at: Date;
}

const beginning: SpoolState = {
  id: 1,
  lastSequence: 0,
  lastHash: null,
  acknowledged: 0,
  acknowledgedHash: null,
  scannedAt: null,
  completedAt: null,
  needsComplete: false,
  targets: [],
  receiptAt: null,
  clockOffsetMs: null,
  stop: null,
  problem: null,
};

const DELETE_AT_ONCE = 500;

const slices = <Item>(items: readonly Item[], size: number): readonly Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Opens the spool of a data directory: identity, queue and everything that has to move with the queue. */
export const openSpool = (dataDir: string) => {
  const db = openDatabase(dataDir);
  const reserve = createReserve(dataDir);

  /** Runs a change that frees space or ends all work, on a full disk with the reserve. */
  const change = <Result>(write: () => Result): Result => {
    try {
      return write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      reserve.release();
      const result = write();
      db.$client.pragma('wal_checkpoint(TRUNCATE)');
      reserve.hold();
      return result;
    }
  };

  const findState = (): SpoolState => db.select().from(states).get() ?? beginning;
  const queueRow = (sealed: SealedBundle, isComplete: boolean) => ({
    sequence: sealed.head.sequence,
    hash: sealed.hash,
    bytes: sealed.bytes,
    isComplete,
    createdAt: sealed.head.createdAt,
  });

  return {
    findIdentity: (): Identity | null => db.select().from(identities).get() ?? null,
    findState,

    /** Stores who this collector is with its first bundle, in place of all that was here. */
    enroll(identity: Identity, first: SealedBundle): void {
      db.transaction(
        (tx) => {
          for (const table of [identities, bundles, findings, certificates, states]) tx.delete(table).run();
          tx.insert(identities)
            .values({ ...identity, id: 1 })
            .run();
          tx.insert(bundles).values(queueRow(first, true)).run();
          tx.insert(states)
            .values({ ...beginning, lastSequence: first.head.sequence, lastHash: first.hash })
            .run();
        },
        { behavior: 'immediate' },
      );
      reserve.hold();
    },

    findDigests(kind: FindingKind): Map<string, string> {
      const rows = db.select({ key: findings.key, digest: findings.digest }).from(findings).where(eq(findings.kind, kind)).all();
      return new Map(rows.map(({ key, digest }) => [key, digest]));
    },
    findCertificates: (): Set<string> =>
      new Set(
        db
          .select()
          .from(certificates)
          .all()
          .map(({ sha256 }) => sha256),
      ),

    /** Appends the bundles of a scan and moves everything that they imply. Throws if another process appended since. */
    appendScan({ after, bundles: added, isComplete, digests, forgotten, certificates: sent, at }: ScanRecord): void {
      db.transaction(
        (tx) => {
          const last = added.at(-1);
          const state = tx.select().from(states).get() ?? beginning;
          if (last === undefined || state.lastSequence !== after)
            throw new UsageError('Another process wrote to the data directory. Start the collector again.');
          for (const sealed of added) tx.insert(bundles).values(queueRow(sealed, isComplete)).run();
          if (isComplete) {
            // Nothing after a complete scan may refer to what was before it. The keys stay: a file may vanish that this scan did not read.
            tx.delete(certificates).run();
            tx.update(findings).set({ digest: '' }).run();
          }
          for (const sha256 of sent) tx.insert(certificates).values({ sha256 }).onConflictDoNothing().run();
          for (const kind of ['endpoint', 'file'] as const) {
            for (const keys of slices(forgotten[kind], DELETE_AT_ONCE))
              tx.delete(findings)
                .where(and(eq(findings.kind, kind), inArray(findings.key, keys)))
                .run();
            for (const [key, digest] of digests[kind])
              tx.insert(findings)
                .values({ kind, key, digest })
                .onConflictDoUpdate({ target: [findings.kind, findings.key], set: { digest } })
                .run();
          }
          const completed = isComplete ? { completedAt: at, needsComplete: false } : {};
          tx.update(states)
            .set({ lastSequence: last.head.sequence, lastHash: last.hash, scannedAt: at, ...completed })
            .run();
        },
        { behavior: 'immediate' },
      );
    },

    /** The first queued bundle after a number. */
    findNext: (after: number, { completeOnly = false } = {}): QueuedBundle | null =>
      db
        .select({ sequence: bundles.sequence, bytes: bundles.bytes })
        .from(bundles)
        .where(and(gt(bundles.sequence, after), completeOnly ? eq(bundles.isComplete, true) : undefined))
        .orderBy(bundles.sequence)
        .limit(1)
        .get() ?? null,
    summarizeQueue() {
      const row = db
        .select({
          count: count(),
          bytes: sum(sql`length(${bundles.bytes})`).mapWith(Number),
          oldest: sql<number | null>`min(${bundles.createdAt})`,
        })
        .from(bundles)
        .get();
      const oldest = row?.oldest ?? null;
      return { count: row?.count ?? 0, bytes: row?.bytes ?? 0, oldestAt: oldest === null ? null : new Date(oldest) };
    },

    /**
     * Applies a verified receipt of this collector: deletes what it covers, takes over its targets. `clockOffsetMs` is null for a receipt
     * that came as a file, which may be older than the last one. One that the server gave right now is the newest, also if its clock was set back.
     */
    applyReceipt(receipt: Receipt, clockOffsetMs: number | null): ReceiptVerdict {
      return change(() =>
        db.transaction(
          (tx) => {
            const state = tx.select().from(states).get() ?? beginning;
            const hashOf = (sequence: number): string | null =>
              tx.select({ hash: bundles.hash }).from(bundles).where(eq(bundles.sequence, sequence)).get()?.hash ?? null;
            const verdict = judgeReceipt(receipt, { ...state, receiptAt: clockOffsetMs === null ? state.receiptAt : null, hashOf });
            if (verdict === 'older') return verdict;
            const isForked = receipt.isForked || verdict === 'fork' || state.stop === 'fork';
            const stop = receipt.isRevoked ? 'revoked' : isForked ? 'fork' : null;
            const heard = {
              receiptAt: receipt.issuedAt,
              targets: receipt.targets,
              stop,
              ...(clockOffsetMs === null ? {} : { clockOffsetMs }),
            } as const;
            const needsComplete = state.needsComplete || receipt.wantsComplete;
            if (verdict === 'applies') {
              tx.delete(bundles).where(lte(bundles.sequence, receipt.through)).run();
              tx.update(states)
                .set({ ...heard, acknowledged: receipt.through, acknowledgedHash: receipt.hash, problem: null, needsComplete })
                .run();
            } else {
              const complete = tx
                .select({ sequence: bundles.sequence })
                .from(bundles)
                .where(and(gt(bundles.sequence, receipt.through), eq(bundles.isComplete, true)))
                .get();
              tx.update(states)
                .set({ ...heard, needsComplete: needsComplete || (verdict === 'lost' && complete === undefined) })
                .run();
            }
            return verdict;
          },
          { behavior: 'immediate' },
        ),
      );
    },

    requireComplete: (): void => change(() => void db.update(states).set({ needsComplete: true }).run()),
    stop: (stop: Stop, problem: string): void => change(() => void db.update(states).set({ stop, problem }).run()),
    /** For `status` only, so a full disk is not worth the reserve. */
    recordProblem(problem: string): void {
      try {
        db.update(states).set({ problem }).run();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
    },
    close: (): void => void db.$client.close(),
  };
};

export type Spool = ReturnType<typeof openSpool>;
