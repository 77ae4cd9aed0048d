import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { isCode, texts } from './profile-texts.ts';
import type { Profile } from './types.ts';

const blank = { current: '', code: '', next: '', again: '' } as const;
export type PasswordFieldName = keyof typeof blank;
type ProofKind = Profile['proof'];
type Fields = Readonly<Record<PasswordFieldName, string>>;

/** The first thing to change; the server judges the rest. */
const judge = ({ current, code, next, again }: Fields, proof: ProofKind): Partial<Fields> => {
  if (proof === 'password' && current === '') return { current: texts.fillAll };
  if (proof === 'code' && code.trim() === '') return { code: texts.fillAll };
  if (next === '') return { next: texts.fillAll };
  if (again === '') return { again: texts.fillAll };
  return next === again ? {} : { again: texts.passwordsDiffer };
};

/** A new password as its form holds it. What the server refuses stands at the field it is about. */
export function usePasswordForm(proof: ProofKind) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(trpc.accounts.changePassword.mutationOptions());
  const [fields, setFields] = useState<Fields>(blank);
  const [wrong, setWrong] = useState<Partial<Fields>>({});

  const refuse = (error: unknown): void => {
    const { message } = problemOfCall(error);
    if (isCode(error, 'current_password_wrong')) setWrong({ current: message });
    else if (isCode(error, 'second_factor_invalid')) setWrong({ code: message });
    else if (isCode(error, 'password_too_short', 'password_too_common')) setWrong({ next: message });
    else showError(failureText(error, 'Failed to change the password'));
  };
  const submit = async (): Promise<boolean> => {
    if (isPending) return true;
    const found = judge(fields, proof);
    setWrong(found);
    if (Object.keys(found).length > 0) return false;
    try {
      const { message } = await mutateAsync({
        currentPassword: proof === 'password' ? fields.current : null,
        code: proof === 'code' ? fields.code : null,
        password: fields.next,
      });
      showSuccess(message);
    } catch (error) {
      refuse(error);
      return false;
    }
    setFields(blank);
    await Promise.all([
      queries.invalidateQueries(trpc.profile.get.queryFilter()),
      queries.invalidateQueries(trpc.accounts.listSessions.queryFilter()),
    ]);
    return true;
  };
  return {
    fields,
    wrong,
    busy: isPending,
    set: (field: PasswordFieldName, value: string): void => {
      setWrong({});
      setFields((present) => ({ ...present, [field]: value }));
    },
    submit,
  };
}
