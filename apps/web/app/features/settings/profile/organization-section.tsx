import { Button, TextInput } from '@mantine/core';
import { ORGANIZATION_NAME_MAX_LENGTH } from '@notafter/domain';
import { useRevalidator } from '@remix-run/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSellsPlans } from '../../../shell/session.ts';
import { useShowInShell } from '../../../shell/shown-session.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import css from './profile.module.css';
import { failureText } from './profile-texts.ts';
import type { Profile } from './types.ts';

/** What the role allows; of billing only where there is any. */
const useRoleText = (role: Profile['role']): string => {
  const hidden = useSellsPlans() ? 'secrets, billing details and the audit log' : 'secrets and the audit log';
  return role === 'admin'
    ? 'You are an admin: you may change everything of the organization.'
    : `You are a viewer: you see everything but ${hidden}, and change nothing of the organization.`;
};

/** What the organisation is called, and what one is in it. Admins rename it. */
export function OrganizationSection({ profile }: { readonly profile: Profile }) {
  const mayRename = useMay('settings/update-organization');
  const roleText = useRoleText(profile.role);
  return (
    <Panel title="Organization">
      {mayRename ? (
        <RenameForm profile={profile} />
      ) : (
        <div className={css.fields}>
          <p className={css.fact}>
            <strong>{profile.organizationName}</strong>
            <span>{roleText}</span>
          </p>
        </div>
      )}
    </Panel>
  );
}

function RenameForm({ profile }: { readonly profile: Profile }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const showInShell = useShowInShell();
  const roleText = useRoleText(profile.role);
  const { mutateAsync, isPending } = useMutation(trpc.profile.updateOrganization.mutationOptions());
  const [name, setName] = useState(profile.organizationName);
  const [wrong, setWrong] = useState<string>();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    const wished = name.trim();
    if (wished === '') return setWrong('Enter a name.');
    showInShell({ orgName: wished });
    try {
      const { organization } = await mutateAsync({ name: wished });
      queries.setQueryData(trpc.profile.get.queryKey(), (known) =>
        known === undefined ? known : { ...known, organizationName: organization.name },
      );
      setName(organization.name);
      showSuccess('Organization renamed');
      revalidate();
    } catch (error) {
      showInShell(null);
      showError(failureText(error, 'Failed to rename the organization'));
    }
  };
  return (
    <form aria-label="Organization" noValidate onSubmit={(event) => void save(event)}>
      <div className={css.fields}>
        <TextInput
          label="Organization Name"
          name="organization"
          autoComplete="off"
          maxLength={ORGANIZATION_NAME_MAX_LENGTH}
          description={roleText}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={(event) => {
            setWrong(undefined);
            setName(event.currentTarget.value);
          }}
          error={fieldError(wrong)}
        />
      </div>
      <div className={css.foot}>
        <Button type="submit" variant="default" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save Name'}
        </Button>
      </div>
    </form>
  );
}
