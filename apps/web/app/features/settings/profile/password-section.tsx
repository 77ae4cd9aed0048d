import { SimpleGrid, VisuallyHidden } from '@mantine/core';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field, Form } from '../../../ui/form/form.tsx';
import { type FormProblems, useForm } from '../../../ui/form/use-form.tsx';
import { PasswordStrength } from '../../../ui/forms/password-strength.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { texts } from './profile-texts.ts';
import type { Profile } from './types.ts';

const leads = {
  password: 'A new password signs you out of all other browsers. Your tokens still work.',
  code: 'You have no password. Set one to sign in with your email address.',
  'sign-in': 'You have no password. Set one to sign in with your email address. You can set it within 15 minutes after you sign in.',
} as const satisfies Record<Profile['proof'], string>;

const blank = { current: '', code: '', next: '', again: '' };

/** Returns the first problem; the server judges the rest. */
const check = ({ current, code, next, again }: typeof blank, proof: Profile['proof']): FormProblems<typeof blank> => {
  if (proof === 'password' && current === '') return { current: texts.fillAll };
  if (proof === 'code' && code.trim() === '') return { code: texts.fillAll };
  if (next === '') return { next: texts.fillAll };
  if (again === '') return { again: texts.fillAll };
  return next === again ? {} : { again: texts.passwordsDiffer };
};

const problems = (error: unknown): FormProblems<typeof blank> => {
  const { code, message } = problemOfCall(error);
  switch (code) {
    case 'current_password_wrong':
      return { current: message };
    case 'second_factor_invalid':
      return { code: message };
    case 'password_too_short':
    case 'password_too_common':
      return { next: message };
    default:
      return {};
  }
};

/** Changes the password, or sets the first one of a person who signed up with another account. */
export function PasswordSection({ profile: { proof, email, firstName, lastName } }: { readonly profile: Profile }) {
  const trpc = useTRPC();
  const change = useAction(trpc.accounts.changePassword.mutationOptions(), {
    done: ({ message }) => message,
    failed: texts.passwordFailed,
    refresh: [trpc.profile.get.queryFilter(), trpc.accounts.listSessions.queryFilter()],
  });
  const form = useForm({
    initial: blank,
    check: (values) => check(values, proof),
    failed: texts.passwordFailed,
    submit: async ({ current, code, next }) => {
      await change.send({ currentPassword: proof === 'password' ? current : null, code: proof === 'code' ? code : null, password: next });
      form.reset();
    },
    problems,
  });
  return (
    <Panel title="Password">
      <Form form={form} label="Password" look="plain" action={proof === 'password' ? 'Change Password' : 'Set Password'}>
        <Note>{leads[proof]}</Note>
        {/* Password managers pair the new password with this address. */}
        <VisuallyHidden aria-hidden>
          <input type="email" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} />
        </VisuallyHidden>
        {proof === 'password' ? (
          <Field {...form.field('current')} kind="password" label="Current Password" autoComplete="current-password" />
        ) : null}
        {proof === 'code' ? (
          <Field {...form.field('code')} kind="code" label="Code" description="From your authenticator app, or a recovery code." />
        ) : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <div>
            <Field {...form.field('next')} kind="password" label="New Password" autoComplete="new-password" />
            <PasswordStrength password={form.values.next} known={[email, firstName, lastName]} />
          </div>
          <Field {...form.field('again')} kind="password" label="Confirm Password" autoComplete="new-password" />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}
