import type { CertificateId } from '@notafter/domain';
import type { CertificateView } from '../types.ts';

/** What an admin may do to rows. The functions stay the same ones, so that a row that did not change is not drawn again. */
export interface RowActions {
  readonly onToggle: (id: CertificateId) => void;
  readonly onCheck: (id: CertificateId) => void;
  readonly onEditTags: (certificate: CertificateView) => void;
  readonly onDelete: (certificate: CertificateView) => void;
}
