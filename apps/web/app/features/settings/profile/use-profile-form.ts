import { looksLikeEmail, normalizeEmail } from '@notafter/domain';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { fieldProblem, isCode, texts } from './profile-texts.ts';
import type { Profile } from './types.ts';
import { useSaveProfile } from './use-profile.ts';

interface Fields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
  readonly position: string;
}

export type ProfileField = keyof Fields | 'currentPassword';

const fieldsOf = ({ firstName, lastName, email, company, position }: Profile): Fields => ({
  firstName,
  lastName,
  email,
  company,
  position,
});

/** What the form itself can say before it asks the server. */
const judge = ({ firstName, lastName, email }: Fields): Partial<Record<ProfileField, string>> => ({
  ...(firstName.trim() === '' ? { firstName: texts.fillAll } : {}),
  ...(lastName.trim() === '' ? { lastName: texts.fillAll } : {}),
  ...(looksLikeEmail(normalizeEmail(email)) ? {} : { email: texts.emailInvalid }),
});

/** The profile as its form holds it: what is typed, what is wrong with it, and whether a password is asked for. */
export function useProfileForm(profile: Profile) {
  const { save, busy, error, reset } = useSaveProfile();
  const [fields, setFields] = useState(() => fieldsOf(profile));
  const [currentPassword, setCurrentPassword] = useState('');
  const [wrong, setWrong] = useState<Partial<Record<ProfileField, string>>>({});
  const email = normalizeEmail(fields.email);
  const needsPassword = profile.hasPassword && email !== profile.email && email !== profile.pendingEmail?.email;

  const change = (): void => {
    setWrong({});
    reset();
  };
  const submit = async (): Promise<boolean> => {
    if (busy) return true;
    const found = judge(fields);
    setWrong(found);
    if (Object.keys(found).length > 0) return false;
    const saved = await save({ ...fields, currentPassword: needsPassword ? currentPassword : null });
    if (saved === null) return false;
    // The address in force again: the one wished for stands above the form.
    setFields(fieldsOf(saved));
    setCurrentPassword('');
    return true;
  };
  return {
    fields,
    set: (field: keyof Fields, value: string): void => {
      change();
      setFields((present) => ({ ...present, [field]: value }));
    },
    currentPassword,
    setCurrentPassword: (value: string): void => {
      change();
      setCurrentPassword(value);
    },
    needsPassword,
    busy,
    submit,
    problemOf: (field: ProfileField): string | undefined => {
      if (field === 'currentPassword' && isCode(error, 'current_password_wrong')) return problemOfCall(error).message;
      return wrong[field] ?? fieldProblem(error, field);
    },
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
