import { NativeSelect } from '@mantine/core';
import { addMs, type CredentialLifetime, credentialLifetimes, DAY_MS, dateText } from '@notafter/domain';
import { useNow } from '../../../ui/time/now.tsx';

const lifetimeWords = (days: CredentialLifetime): string => (days === null ? 'Never' : `${days} days`);

interface LifetimeSelectProps {
  readonly value: CredentialLifetime;
  readonly onChange: (days: CredentialLifetime) => void;
}

/** How long a token or an API key works. */
export function LifetimeSelect({ value, onChange }: LifetimeSelectProps) {
  const now = useNow();
  return (
    <NativeSelect
      label="Expires"
      description={value === null ? 'It works until it is revoked.' : `Its last day is ${dateText(addMs(now, value * DAY_MS))}.`}
      inputWrapperOrder={['label', 'input', 'description']}
      value={String(value)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(credentialLifetimes.find((days) => String(days) === chosen) ?? null);
      }}
      data={credentialLifetimes.map((days) => ({ value: String(days), label: lifetimeWords(days) }))}
    />
  );
}
