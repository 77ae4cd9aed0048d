import { plural } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import css from './admin.module.css';
import { TypedDialog } from './typed-dialog.tsx';
import type { AdminOrganization } from './types.ts';

interface DeleteDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

const FAILED = 'Failed to delete organization';

export default function DeleteDialog({ organization, onClose }: DeleteDialogProps) {
  const { id, certCount, userCount } = organization;
  const { admin } = useTRPC();
  const remove = useAction(admin.delete.mutationOptions(), {
    ...{ done: 'Organization deleted successfully!', failed: FAILED, refresh: [admin.pathFilter()] },
  });
  return (
    <TypedDialog
      organization={organization}
      action="Delete"
      busyAction="Deleting..."
      mismatch="Deletion cancelled - confirmation text did not match."
      failed={FAILED}
      onConfirm={() => remove.send({ id })}
      onClose={onClose}
    >
      <ul className={css.consequences}>
        <li>
          Removes the organization with {plural(userCount, 'account')}, {plural(certCount, 'certificate')}, its settings and its audit log
          for good.
        </li>
        <li>Incidents that are open at receivers stay open there. Reset the organization first to close them.</li>
        <li>A subscription at the payment provider is not cancelled.</li>
      </ul>
    </TypedDialog>
  );
}
