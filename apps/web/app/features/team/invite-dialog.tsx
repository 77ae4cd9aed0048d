import { SimpleGrid, Stack } from '@mantine/core';
import { NAME_MAX_LENGTH, type Role } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { Field } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { Note } from '../../ui/note/note.tsx';
import { RoleSelect } from './role-dialog.tsx';
import { texts } from './team-texts.ts';

const defaultRole: Role = 'viewer';
const initial = { email: '', firstName: '', lastName: '', role: defaultRole };

export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const invite = useAction(trpc.team.invite.mutationOptions(), {
    done: texts.invited,
    failed: texts.inviteFailed,
    refresh: [trpc.team.listUsers.pathFilter(), trpc.team.listInvitations.pathFilter()],
  });
  const form = useForm({
    initial,
    failed: texts.inviteFailed,
    submit: async ({ email, firstName, lastName, role }) => {
      await invite.send({ email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), role });
      onClose();
    },
  });
  const { email, firstName, lastName } = form.values;
  return (
    <FormDialog
      form={form}
      title="Invite Team Member"
      action="Send Invite"
      busyAction="Sending..."
      incomplete={[email, firstName, lastName].some((value) => value.trim() === '')}
      onClose={onClose}
    >
      <Stack>
        <Field {...form.field('email')} kind="email" label="Email" autoComplete="off" data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field {...form.field('firstName')} label="First Name" autoComplete="off" maxLength={NAME_MAX_LENGTH} />
          <Field {...form.field('lastName')} label="Last Name" autoComplete="off" maxLength={NAME_MAX_LENGTH} />
        </SimpleGrid>
        <RoleSelect {...form.field('role')} />
        <Note>The link in the email works for 7 days. Until then, the invitation takes a seat.</Note>
      </Stack>
    </FormDialog>
  );
}
