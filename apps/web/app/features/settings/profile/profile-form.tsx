import { Box, Group, SimpleGrid, Text } from '@mantine/core';
import { looksLikeEmail, NAME_MAX_LENGTH, normalizeEmail, PROFILE_LINE_MAX_LENGTH } from '@notafter/domain';
import { useRevalidator } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Avatar } from '../../../shell/avatar.tsx';
import { useShowInShell } from '../../../shell/shown-session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { PendingEmailBanner } from './pending-email-banner.tsx';
import css from './profile.module.css';
import { texts } from './profile-texts.ts';
import type { Profile } from './types.ts';

/** A pending address is in the field: saving the form again must not cancel it. */
const valuesOf = ({ firstName, lastName, email, pendingEmail, company, position }: Profile) => ({
  firstName,
  lastName,
  email: pendingEmail?.email ?? email,
  company,
  position,
});

const check = ({ firstName, lastName, email }: ReturnType<typeof valuesOf>) => ({
  ...(firstName.trim() === '' ? { firstName: texts.fillAll } : {}),
  ...(lastName.trim() === '' ? { lastName: texts.fillAll } : {}),
  ...(looksLikeEmail(normalizeEmail(email)) ? {} : { email: texts.emailInvalid }),
});

/** The shell shows a saved name at once, and the old one again if the server refuses. */
function useProfileForm(profile: Profile) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const showInShell = useShowInShell();
  const update = useAction(trpc.profile.update.mutationOptions(), { done: texts.saved, failed: texts.saveFailed });
  const form = useForm({
    initial: valuesOf(profile),
    check,
    failed: texts.saveFailed,
    submit: async (values) => {
      showInShell({ firstName: values.firstName, lastName: values.lastName });
      try {
        const saved = await update.send(values);
        queries.setQueryData(trpc.profile.get.queryKey(), saved);
        form.set(valuesOf(saved));
        revalidate();
      } catch (error) {
        showInShell(null);
        throw error;
      }
    },
  });
  // Canceled or expired meanwhile: the next save must not ask for it again.
  const pending = profile.pendingEmail?.email;
  const known = useRef(pending);
  const { set } = form;
  useEffect(() => {
    if (known.current === pending) return;
    known.current = pending;
    set({ email: pending ?? profile.email });
  }, [pending, profile.email, set]);
  return form;
}

/** The person's name, address and job. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const form = useProfileForm(profile);
  return (
    <Panel title="Profile">
      <Group gap="md" px="md" pt="md" wrap="nowrap">
        <span className={css.face}>
          <Avatar key={profile.avatarHash} email={profile.email} hash={profile.avatarHash} />
        </span>
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={500} c="var(--na-text)">
            {profile.firstName} {profile.lastName}
          </Text>
          <Note>{profile.email}</Note>
        </Box>
      </Group>
      <Form form={form} label="Profile" action="Save Changes">
        {profile.pendingEmail === null ? null : <PendingEmailBanner email={profile.email} pending={profile.pendingEmail} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Field {...form.field('firstName')} label="First Name" autoComplete="given-name" maxLength={NAME_MAX_LENGTH} />
          <Field {...form.field('lastName')} label="Last Name" autoComplete="family-name" maxLength={NAME_MAX_LENGTH} />
        </SimpleGrid>
        <Field
          {...form.field('email')}
          kind="email"
          label="Email"
          description="To change your email, confirm the change from both addresses."
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Field {...form.field('company')} label="Company Name" autoComplete="organization" maxLength={PROFILE_LINE_MAX_LENGTH} />
          <Field {...form.field('position')} label="Position" autoComplete="organization-title" maxLength={PROFILE_LINE_MAX_LENGTH} />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}
