import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { PasskeyRefusal } from '../../accounts/ask-for-passkey.ts';
import type { Proof, TwoFactor } from './types.ts';

type AskedFor = TwoFactor['proof'];

const missing = { password: 'Enter your current password.', code: 'Enter a code.', 'sign-in': '' } as const;

const proofOf = (kind: AskedFor, typed: string): Proof =>
  kind === 'sign-in' ? {} : kind === 'password' ? { password: typed } : { code: typed };

/** What stands at the field, and what is said of the rest. */
const problemsOf = (error: unknown, documented: string): { readonly field?: string; readonly form?: string } => {
  if (error instanceof PasskeyRefusal) return { form: error.message };
  const { code, message } = problemOfCall(error);
  if (code === 'current_password_wrong' || code === 'second_factor_invalid') return { field: message };
  return { form: failureText(error, documented) };
};

/**
 * Showing once more who one is, by password or code, before something changes. `submit` runs the change once something is
 * typed and answers whether it went through; what it was refused for stands at the field or above the form.
 */
export function useProof({ proof, appSince }: Pick<TwoFactor, 'proof' | 'appSince'>, documented: string) {
  const [kind, setKind] = useState<AskedFor>(proof);
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (change: (proof: Proof) => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    if (kind !== 'sign-in' && typed.trim() === '') {
      setProblems({ field: missing[kind] });
      return false;
    }
    setProblems({});
    setBusy(true);
    try {
      await change(proofOf(kind, typed));
      return true;
    } catch (error) {
      setProblems(problemsOf(error, documented));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    kind,
    typed,
    busy,
    problems,
    /** Whether the other kind is possible, too. */
    hasOther: proof === 'password' && appSince !== null,
    set: (value: string): void => {
      setProblems({});
      setTyped(value);
    },
    switchKind: (): void => {
      setProblems({});
      setTyped('');
      setKind(kind === 'password' ? 'code' : 'password');
    },
    submit,
  };
}

export type ProofState = ReturnType<typeof useProof>;
