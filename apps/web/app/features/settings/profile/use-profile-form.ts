import { looksLikeEmail, normalizeEmail } from '@notafter/domain';
import { useState } from 'react';
import { failureText } from '../../../ui/form/failure-text.ts';
import { fieldProblem, texts } from './profile-texts.ts';
import type { Profile } from './types.ts';
import { useSaveProfile } from './use-profile.ts';

interface Fields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
  readonly position: string;
}

export type ProfileField = keyof Fields;

/** A pending address stands in the field: saving the form again must not cancel it. */
const fieldsOf = ({ firstName, lastName, email, pendingEmail, company, position }: Profile): Fields => ({
  firstName,
  lastName,
  email: pendingEmail?.email ?? email,
  company,
  position,
});

/** What the form itself can say before it asks the server. */
const judge = ({ firstName, lastName, email }: Fields): Partial<Record<ProfileField, string>> => ({
  ...(firstName.trim() === '' ? { firstName: texts.fillAll } : {}),
  ...(lastName.trim() === '' ? { lastName: texts.fillAll } : {}),
  ...(looksLikeEmail(normalizeEmail(email)) ? {} : { email: texts.emailInvalid }),
});

/** The profile as its form holds it: what is typed, and what is wrong with it. */
export function useProfileForm(profile: Profile) {
  const { save, busy, error } = useSaveProfile();
  const [fields, setFields] = useState(() => fieldsOf(profile));
  const [wrong, setWrong] = useState<Partial<Record<ProfileField, string>>>({});
  const [changed, setChanged] = useState(false);
  const [pending, setPending] = useState(profile.pendingEmail?.email);
  // Cancelled or expired meanwhile: the next save must not ask for it again.
  if (pending !== profile.pendingEmail?.email) {
    setPending(profile.pendingEmail?.email);
    setFields((present) => ({ ...present, email: fieldsOf(profile).email }));
  }

  const submit = async (): Promise<boolean> => {
    if (busy) return true;
    const found = judge(fields);
    setWrong(found);
    if (Object.keys(found).length > 0) return false;
    setChanged(false);
    const saved = await save(fields);
    if (saved === null) return false;
    setFields(fieldsOf(saved));
    return true;
  };
  return {
    fields,
    set: (field: keyof Fields, value: string): void => {
      setWrong({});
      setChanged(true);
      setFields((present) => ({ ...present, [field]: value }));
    },
    busy,
    submit,
    /** Why the last save failed; stays until the next one. */
    failure: error === null ? null : failureText(error, texts.saveFailed),
    problemOf: (field: ProfileField): string | undefined => wrong[field] ?? (changed ? undefined : fieldProblem(error, field)),
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
