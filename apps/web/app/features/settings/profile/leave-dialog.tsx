import { normalizeEmail } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import css from './profile.module.css';
import { texts } from './profile-texts.ts';

interface LeaveDialogProps {
  readonly organizationName: string;
  /** The person types it to confirm. */
  readonly email: string;
  /** Rejects with the call's error. */
  readonly onLeave: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an account is deleted. The person types the address, so that a slip deletes nothing. */
export default function LeaveDialog({ organizationName, email, onLeave, onClose }: LeaveDialogProps) {
  const form = useForm({ initial: { typed: '' }, failed: texts.leaveFailed, submit: onLeave });
  return (
    <FormDialog
      form={form}
      title={`Leave ${organizationName}`}
      action="Leave and delete my account"
      busyAction="Leaving..."
      danger
      incomplete={normalizeEmail(form.values.typed) !== email}
      onClose={onClose}
    >
      <p>
        We delete your account at once, with its sessions, tokens and passkeys. This cannot be undone. Certificates, channels and API keys
        belong to the organization and stay.
      </p>
      <Field
        {...form.field('typed')}
        label={
          <>
            Type <span className={css.mono}>{email}</span> to confirm
          </>
        }
        type="email"
        spellCheck={false}
        classNames={{ input: css.mono ?? '' }}
        data-autofocus
      />
    </FormDialog>
  );
}
