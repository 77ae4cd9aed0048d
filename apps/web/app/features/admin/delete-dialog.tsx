import { plural } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import css from './admin.module.css';
import { useAdminAction } from './admin-action.ts';
import { TypedDialog } from './typed-dialog.tsx';
import type { AdminOrganization } from './types.ts';

interface DeleteDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

export default function DeleteDialog({ organization, onClose }: DeleteDialogProps) {
  const { id, certCount, userCount } = organization;
  const remove = useMutation(useTRPC().admin.delete.mutationOptions());
  const act = useAdminAction();
  return (
    <TypedDialog
      organization={organization}
      action="Delete"
      busyAction="Deleting..."
      mismatch="Deletion cancelled - confirmation text did not match."
      failed="Failed to delete organization"
      onConfirm={() => act(() => remove.mutateAsync({ id }), 'Organization deleted successfully!')}
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
