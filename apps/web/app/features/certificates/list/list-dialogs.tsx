import { plural, pluralWord } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { deletedText } from '../certificate-words.ts';
import { failureText } from '../failure-text.ts';
import type { CertificateView } from '../types.ts';
import { selectedCount, toSelectionInput } from './selection.ts';
import type { ListSelection } from './use-list-selection.ts';

const CalendarDialog = lazyDialog(() => import('../calendar/calendar-dialog.tsx'));
const ConfirmDialog = lazyDialog(() => import('../../../ui/dialog/confirm-dialog.tsx'));
const EditTagsDialog = lazyDialog(() => import('../tags/edit-tags-dialog.tsx'));
const ManageEnvironmentsDialog = lazyDialog(() => import('../../environments/manage-environments-dialog.tsx'));

const StatusPageDialog = lazyDialog(() => import('../../public-status/status-page-dialog.tsx'));

type RemovalTarget = CertificateView | Pick<ListSelection, 'selection' | 'reach'>;

/** Which dialog of the list is open. */
export type ListDialog =
  | { readonly kind: 'removal'; readonly target: RemovalTarget }
  | { readonly kind: 'tags'; readonly certificate: CertificateView }
  | { readonly kind: 'environments' | 'calendar' | 'status-page' };

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
      return <EditTagsDialog certificate={opened.certificate} onClose={onClose} />;
    case 'environments':
      return <ManageEnvironmentsDialog onClose={onClose} />;
    case 'status-page':
      return <StatusPageDialog onClose={onClose} />;
    case 'calendar':
      return <CalendarDialog onClose={onClose} />;
  }
}

const describe = (target: RemovalTarget): { what: string; text: string; action: string } => {
  if (!('selection' in target)) {
    const text = 'Its monitoring and its history end. The server and its certificate are not touched.';
    return { what: target.domain, text, action: 'Delete Certificate' };
  }
  const { selection, reach } = target;
  const isMatching = selection.kind === 'matching';
  const count = selectedCount(selection, reach.total);
  const words = `${isMatching && reach.capped ? 'more than ' : ''}${plural(count, 'certificate')}`;
  const what = 'Their monitoring and their history end. The servers and their certificates are not touched.';
  const scope = ' They are all that match the search and the status; environment and tag filters do not narrow them.';
  const text = isMatching ? `${what}${scope}` : what;
  return { what: words, text, action: `Delete ${pluralWord(count, 'Certificate')}` };
};

interface RemovalDialogProps extends Omit<ListDialogsProps, 'opened'> {
  readonly target: RemovalTarget;
}

/** Asks before one certificate or a selection is removed, naming it or how many they are. A failure closes it with a toast. */
export function RemovalDialog({ target, onClose, onRemoved }: RemovalDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const one = useMutation(trpc.certificates.remove.mutationOptions());
  const many = useMutation(trpc.certificates.removeMany.mutationOptions());
  const { what, text, action } = describe(target);
  const remove = async (): Promise<number> => {
    if ('selection' in target) return (await many.mutateAsync(toSelectionInput(target.selection))).deleted;
    await one.mutateAsync({ id: target.id });
    return 1;
  };
  const confirm = async (): Promise<void> => {
    try {
      showSuccess(deletedText(await remove()));
    } catch (error) {
      showError(failureText(error, 'selection' in target ? 'Failed to delete certificates' : 'Failed to delete certificate'));
      return;
    }
    // Not the queries of the removed certificate: they would be 404.
    const { list, stats, widgets } = trpc.certificates;
    await Promise.all([list, stats, widgets].map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={`Delete ${what}`}
      action={action}
      busyAction="Deleting..."
      failed="Failed to delete certificates"
      onConfirm={confirm}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
