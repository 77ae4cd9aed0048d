import { plural } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import css from './admin.module.css';
import { TypedDialog } from './typed-dialog.tsx';
import type { AdminOrganization } from './types.ts';

interface ResetDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

const FAILED = 'Failed to reset organization';

export default function ResetDialog({ organization, onClose }: ResetDialogProps) {
  const { id, certCount } = organization;
  const { admin } = useTRPC();
  const reset = useAction(admin.reset.mutationOptions(), {
    ...{ done: 'Organization reset successfully!', failed: FAILED, refresh: [admin.pathFilter()] },
  });
  return (
    <TypedDialog
      organization={organization}
      action="Reset"
      busyAction="Resetting..."
      mismatch="Reset cancelled - confirmation text did not match."
      failed={FAILED}
      onConfirm={() => reset.send({ id })}
      onClose={onClose}
    >
      <ul className={css.consequences}>
        <li>Clears {plural(certCount, 'certificate')} with their history, and all notifications.</li>
        <li>Open alerts end. Messages that wait are cancelled.</li>
        <li>
          Incidents that are open at receivers such as PagerDuty are closed: those last messages stay in the log until the next reset.
        </li>
        <li>Running imports, checks and discoveries are cancelled.</li>
        <li>People, settings, channels, keys and data services stay.</li>
      </ul>
    </TypedDialog>
  );
}
