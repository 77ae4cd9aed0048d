import { Button, TextInput } from '@mantine/core';
import { normalizeEmail } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './profile.module.css';

interface LeaveDialogProps {
  readonly organizationName: string;
  /** What has to be typed. */
  readonly email: string;
  readonly busy: boolean;
  readonly onLeave: (email: string) => void;
  readonly onClose: () => void;
}

/** Asks before an account is deleted; the address has to be typed, so that no slip does it. */
export default function LeaveDialog({ organizationName, email, busy, onLeave, onClose }: LeaveDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const matches = normalizeEmail(typed) === email;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (matches && !busy) onLeave(email);
  };
  return (
    <Dialog
      title={`Leave ${organizationName}`}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} color="red" disabled={!matches || busy}>
            {busy ? 'Leaving...' : 'Leave and delete my account'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.leave} onSubmit={submit}>
        <p>
          Your account ends at once, with its sessions, tokens and passkeys, and cannot be brought back. Certificates, channels and API keys
          belong to the organization and stay.
        </p>
        <TextInput
          label={
            <>
              Type <span className={css.mono}>{email}</span> to confirm
            </>
          }
          type="email"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: css.mono ?? '' }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
