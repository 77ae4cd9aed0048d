import { DATE_ISSUER_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import type { useForm } from '../../../ui/form/use-form.tsx';

type Fields = ReturnType<ReturnType<typeof useForm<Record<string, string>>>['field']>;

const MINUTES = 16;

/** A date as its input shows it, in UTC. */
export const typedOf = (instant: Date): string => instant.toISOString().slice(0, MINUTES);

/** Null if it is not a whole date and time. */
export const instantOf = (typed: string): Date | null => {
  const instant = new Date(`${typed}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
};

export const expiresProblem = (typed: string): string | undefined => (instantOf(typed) === null ? 'Enter a date and a time.' : undefined);

/** The two inputs of a date. */
export function DateFields({ expires, issuer }: { readonly expires: Fields; readonly issuer: Fields }) {
  return (
    <>
      <Field {...expires} type="datetime-local" label="Expires (UTC)" />
      <Field
        {...issuer}
        label="Issuer or note"
        description="Optional. Shown as its issuer."
        placeholder="Acme SSO"
        maxLength={DATE_ISSUER_MAX_LENGTH}
      />
    </>
  );
}
