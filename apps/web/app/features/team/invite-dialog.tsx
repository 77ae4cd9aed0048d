import { Button, TextInput } from '@mantine/core';
import { NAME_MAX_LENGTH, type Role } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { fieldError } from '../../ui/forms/field-error.tsx';
import { showSuccess } from '../../ui/toasts/show-toast.ts';
import { RoleSelect } from './role-select.tsx';
import css from './team.module.css';
import { teamFailure, texts } from './team-texts.ts';
import { useTeamRefresh } from './use-team-actions.ts';

/** Where a refusal is shown: at the address, or above the fields. */
function failureOf(error: unknown): { readonly email?: string; readonly form?: string } {
  if (error === null) return {};
  const { details } = problemOfCall(error);
  const ofEmail = details.find(({ path }) => path === 'email');
  return ofEmail === undefined ? { form: teamFailure(error, texts.inviteFailed) } : { email: ofEmail.message };
}

export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const formId = useId();
  const refresh = useTeamRefresh();
  const invite = useMutation(trpc.team.invite.mutationOptions());
  const [email, setEmail] = useState('');
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const ready = [email, firstName, lastName].every((value) => value.trim() !== '') && !invite.isPending;
  const failure = failureOf(invite.error);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    try {
      await invite.mutateAsync({ email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), role });
    } catch {
      return;
    }
    showSuccess(texts.invited);
    onClose();
    await refresh();
  };

  return (
    <Dialog
      title="Invite Team Member"
      busy={invite.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={invite.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!ready}>
            {invite.isPending ? 'Sending...' : 'Send Invite'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure.form === undefined ? null : (
          <Banner tone="expired" role="alert">
            {failure.form}
          </Banner>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fieldError(failure.email)}
        />
        <div className={css.names}>
          <TextInput
            label="First Name"
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            value={firstName}
            onChange={(event) => setFirstName(event.currentTarget.value)}
          />
          <TextInput
            label="Last Name"
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            value={lastName}
            onChange={(event) => setLastName(event.currentTarget.value)}
          />
        </div>
        <RoleSelect value={role} onChange={setRole} />
        <p className={css.hint}>The link in the mail works for 7 days. Until then the invitation takes a seat.</p>
      </form>
    </Dialog>
  );
}
