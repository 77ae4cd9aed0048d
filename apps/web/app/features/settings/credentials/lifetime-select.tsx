import { NativeSelect } from '@mantine/core';
import { addMs, type CredentialLifetime, credentialLifetimes, DAY_MS, dateText } from '@notafter/domain';
import { useNow } from '../../../ui/time/now.tsx';

/** Returns the lifetime behind a value of `LifetimeSelect`. */
export const lifetimeOf = (value: string): CredentialLifetime => credentialLifetimes.find((days) => String(days) === value) ?? null;

interface LifetimeSelectProps {
  /** `String` of a lifetime. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** How long a token or an API key works. */
export function LifetimeSelect({ value, onChange }: LifetimeSelectProps) {
  const now = useNow();
  const days = lifetimeOf(value);
  return (
    <NativeSelect
      label="Expires"
      description={days === null ? 'It works until you revoke it.' : `Its last day is ${dateText(addMs(now, days * DAY_MS))}.`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={credentialLifetimes.map((choice) => ({ value: String(choice), label: choice === null ? 'Never' : `${choice} days` }))}
    />
  );
}
