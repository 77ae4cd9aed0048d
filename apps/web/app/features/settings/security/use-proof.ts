import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { PasskeyRefusal } from '../../accounts/ask-for-passkey.ts';
import type { Proof, TwoFactor } from './types.ts';

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

export type ProofState = ReturnType<typeof useProof>;
