import { plural, pluralWord } from '@notafter/domain';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import type { CertificateView } from '../types.ts';
import { useRemoval } from '../use-removal.ts';
import { type Reach, type Selection, selectedCount, toSelectionInput } from './selection.ts';

const ConfirmDialog = lazyDialog(() => import('../../../ui/dialog/confirm-dialog.tsx'));

interface SelectedRows {
  readonly selection: Selection;
  readonly reach: Reach;
}

export type RemovalTarget = CertificateView | SelectedRows;

interface RemovalDialogProps {
  readonly target: RemovalTarget;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
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

/** Asks before one certificate or a selection is removed, naming it or how many they are. */
export function RemovalDialog({ target, onClose, onRemoved }: RemovalDialogProps) {
  const { removeOne, removeMany } = useRemoval();
  const { what, text, action } = describe(target);
  const confirm = async (): Promise<void> => {
    const done = await ('selection' in target ? removeMany(toSelectionInput(target.selection)) : removeOne(target.id));
    if (done) onRemoved();
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
