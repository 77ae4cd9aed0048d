import type { CertificateId } from '@notafter/domain';
import type { CertificateView } from '../types.ts';

/** The actions of an admin on rows. The functions are stable, so that unchanged rows do not render again. */
export interface RowActions {
  readonly onToggle: (certificate: CertificateView) => void;
  readonly onCheck: (id: CertificateId) => void;
  readonly onEditTags: (certificate: CertificateView) => void;
  readonly onDelete: (certificate: CertificateView) => void;
}
