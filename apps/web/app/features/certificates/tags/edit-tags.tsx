import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import type { CertificateView } from '../types.ts';

const EditTagsDialog = lazyDialog(() => import('./edit-tags-dialog.tsx'));

interface EditTagsProps {
  /** Null while nothing is edited. */
  readonly certificate: CertificateView | null;
  readonly onClose: () => void;
}

/** The dialog, whose code comes with its first opening. */
export function EditTags({ certificate, onClose }: EditTagsProps) {
  if (certificate === null) return null;
  return <EditTagsDialog certificate={certificate} onClose={onClose} />;
}
