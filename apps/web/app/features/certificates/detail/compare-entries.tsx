import type { CertificateId } from '@notafter/domain';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import type { EntryPair } from './use-compare-choice.ts';

const CompareDialog = lazyDialog(() => import('./compare-dialog.tsx'));

interface CompareEntriesProps {
  readonly id: CertificateId;
  readonly pair: EntryPair | null;
  readonly onClose: () => void;
}

/** The comparison, whose code comes with its first opening. */
export function CompareEntries({ id, pair, onClose }: CompareEntriesProps) {
  if (pair === null) return null;
  return <CompareDialog id={id} pair={pair} onClose={onClose} />;
}
