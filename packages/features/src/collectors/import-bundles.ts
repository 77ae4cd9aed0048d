import { readBundle } from '@notafter/bundles';
import { BundleFault, type BundleFaultCode, type BundleHead, brandId, type CollectorId } from '@notafter/domain';
import { type ImportBundlesInput, importBundlesInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { receiptFor } from './internal/receipt.ts';
import { takeBundle } from './internal/take-bundle.ts';

export interface ImportedBundle {
  readonly name: string;
  /** Null if the file is not a bundle. */
  readonly sequence: number | null;
  readonly collectorId: CollectorId | null;
  readonly outcome: 'stored' | 'superseded' | BundleFaultCode;
  /** A sentence; null if it was stored. */
  readonly message: string | null;
}

export interface BundleImport {
  /** In the order in which they were taken. */
  readonly bundles: readonly ImportedBundle[];
  /** To be carried back: the collectors delete what these cover. */
  readonly receipts: readonly { readonly collectorId: CollectorId; readonly receipt: string }[];
}

const messages = {
  stored: null,
  replay: 'This bundle was imported before. Nothing changed.',
  superseded: 'A later complete bundle was imported first. Its receipt asks the collector to send everything again.',
} as const;

type File = ImportBundlesInput['bundles'][number];

interface Readable {
  readonly name: string;
  readonly bytes: Buffer;
  /** Null if it is not a bundle. */
  readonly head: BundleHead | null;
}

const readable = ({ name, content }: File): Readable => {
  const bytes = Buffer.from(content, 'latin1');
  try {
    return { name, bytes, head: readBundle(bytes).head };
  } catch (error) {
    if (error instanceof BundleFault) return { name, bytes, head: null };
    throw error;
  }
};

/**
 * Takes bundles that people carried, of any number of collectors, in the order of their numbers. Each is taken or refused by itself,
 * with a reason: a gap, a replay, a fork, another organization's.
 */
export const importBundles = useCase({
  name: 'collectors/import-bundles',
  access: 'admin',
  plan: 'collectors',
  input: importBundlesInput,
  audit: 'Imported bundles of collectors',
})(async (ctx, { bundles: files }): Promise<BundleImport> => {
  const bundles: ImportedBundle[] = [];
  const receivers = new Set<CollectorId>();
  const ordered = files.map(readable).toSorted((one, other) => (one.head?.sequence ?? 0) - (other.head?.sequence ?? 0));
  for (const { name, bytes, head } of ordered) {
    const named = { name, collectorId: head === null ? null : brandId<'collector'>(head.collectorId), sequence: head?.sequence ?? null };
    try {
      const { collectorId, outcome } = await takeBundle(ctx, bytes, { via: 'file', orgId: ctx.org.id });
      receivers.add(collectorId);
      bundles.push({ ...named, outcome, message: messages[outcome] });
    } catch (error) {
      if (!(error instanceof BundleFault)) throw error;
      bundles.push({ ...named, outcome: error.code, message: error.message });
    }
  }
  const stored = bundles.filter(({ outcome }) => outcome === 'stored').length;
  await withTransaction(ctx, async (_, audit) => audit({ detail: { count: stored, refused: bundles.length - stored } }));
  const receipts = await Promise.all(
    [...receivers].map(async (collectorId) => ({ collectorId, receipt: await receiptFor(ctx, collectorId) })),
  );
  return { bundles, receipts };
});
