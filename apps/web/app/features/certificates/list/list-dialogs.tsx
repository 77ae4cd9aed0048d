import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { EditTags } from '../tags/edit-tags.tsx';
import type { CertificateView } from '../types.ts';
import { RemovalDialog, type RemovalTarget } from './removal-dialog.tsx';

const CalendarDialog = lazyDialog(() => import('../calendar/calendar-dialog.tsx'));
const ManageEnvironmentsDialog = lazyDialog(() => import('../../environments/manage-environments-dialog.tsx'));

/** Which dialog of the list is open. */
export type ListDialog =
  | { readonly kind: 'removal'; readonly target: RemovalTarget }
  | { readonly kind: 'tags'; readonly certificate: CertificateView }
  | { readonly kind: 'environments' | 'calendar' };

interface ListDialogsProps {
  readonly opened: ListDialog | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** The dialogs of the list, each loaded when it is first opened. */
export function ListDialogs({ opened, onClose, onRemoved }: ListDialogsProps) {
  switch (opened?.kind) {
    case undefined:
      return null;
    case 'removal':
      return <RemovalDialog target={opened.target} onClose={onClose} onRemoved={onRemoved} />;
    case 'tags':
      return <EditTags certificate={opened.certificate} onClose={onClose} />;
    case 'environments':
      return <ManageEnvironmentsDialog onClose={onClose} />;
    case 'calendar':
      return <CalendarDialog onClose={onClose} />;
  }
}
