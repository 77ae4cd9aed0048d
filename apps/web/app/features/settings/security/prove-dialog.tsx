import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { PasskeyRefusal } from '../../accounts/ask-for-passkey.ts';
import type { Proof, TwoFactor } from './two-factor.ts';

interface ProveDialogProps {
  /** Names the object, e.g. `Remove Laptop`. */
  readonly title: string;
  /** The change. */
  readonly children: ReactNode;
  readonly action: string;
  readonly busyAction: string;
  /** Something is lost by it. */
  readonly danger?: boolean;
  /** The documented text of a failure. */
  readonly failed: string;
  /** Closes the dialog when it resolves. */
  readonly onConfirm: (proof: Proof) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a change of how the person signs in, and who they are. */
export default function ProveDialog(props: ProveDialogProps) {
  const view = useQuery(useTRPC().signIn.twoFactor.queryOptions()).data;
  return view === undefined ? null : <LoadedDialog {...props} view={view} />;
}

function LoadedDialog({ children, failed, view, onConfirm, ...dialog }: ProveDialogProps & { readonly view: TwoFactor }) {
  const proof = useProof({ view, failed, submit: (given) => onConfirm(given).then(dialog.onClose) });
  return (
    <FormDialog {...dialog} form={proof.form}>
      <p>{children}</p>
      <ProofField proof={proof} />
    </FormDialog>
  );
}

type ProofKind = TwoFactor['proof'];

interface ProofOptions {
  readonly view: Pick<TwoFactor, 'proof' | 'appSince'>;
  /** The name to begin with, for a form that asks for a name too. */
  readonly name?: string;
  /** The documented text of a failure. */
  readonly failed: string;
  /** Rejects with the call's error. */
  readonly submit: (proof: Proof, name: string) => Promise<unknown>;
}

const missing = { password: 'Enter your current password.', code: 'Enter a code.', 'sign-in': '' } as const;

const proofOf = (kind: ProofKind, typed: string): Proof =>
  kind === 'sign-in' ? {} : kind === 'password' ? { password: typed } : { code: typed };

const problems = (error: unknown) => {
  if (error instanceof PasskeyRefusal) return { form: error.message };
  const { code, message } = problemOfCall(error);
  return code === 'current_password_wrong' || code === 'second_factor_invalid' ? { proof: message } : {};
};

/** A form that asks for the password or a code before a change of how the person signs in. */
export function useProof({ view, name, failed, submit }: ProofOptions) {
  const [kind, setKind] = useState<ProofKind>(view.proof);
  const form = useForm({
    initial: { name: name ?? '', proof: '' },
    check: (values) => ({
      ...(name !== undefined && values.name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(kind !== 'sign-in' && values.proof.trim() === '' ? { proof: missing[kind] } : {}),
    }),
    failed,
    submit: (values) => submit(proofOf(kind, values.proof), values.name.trim()),
    problems,
  });
  return {
    form,
    kind,
    /** Null if the person has only one kind. */
    switchKind:
      view.proof === 'password' && view.appSince !== null
        ? (): void => {
            form.clear();
            form.set({ proof: '' });
            setKind(kind === 'password' ? 'code' : 'password');
          }
        : null,
  };
}

type ProofState = ReturnType<typeof useProof>;

/** Asks for the password or a code; a person without a password only has to have signed in recently. */
export function ProofField({ proof: { form, kind, switchKind } }: { readonly proof: ProofState }) {
  if (kind === 'sign-in') {
    return (
      <Text size="sm" c="dimmed">
        You have no password. This works for 15 minutes after you signed in.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {kind === 'password' ? (
        <Field {...form.field('proof')} kind="password" label="Current Password" autoComplete="current-password" size="lg" />
      ) : (
        <Field {...form.field('proof')} kind="code" label="Code" description="From your authenticator app, or a recovery code." size="lg" />
      )}
      {switchKind === null ? null : (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={switchKind}>
          {kind === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </Anchor>
      )}
    </Stack>
  );
}
