import { Button } from '@mantine/core';
import { typedDiscoveryDomain } from '@notafter/domain';
import { useEffect, useRef, useState } from 'react';
import { DomainForm } from '../../ui/form/domain-form.tsx';

interface ScanFormProps {
  /** The domain of the run that is shown. */
  readonly domain: string | null;
  readonly scanning: boolean;
  /** Why the server refused the domain. */
  readonly refusal: string | null;
  readonly onStart: (domain: string) => void;
  readonly onEdit: () => void;
  /** Null if no run can be canceled. */
  readonly onCancel: (() => void) | null;
  readonly cancelling: boolean;
}

/** Enter starts a scan too, unless one is running. An empty field starts nothing. */
export function ScanForm({ domain, scanning, refusal, onStart, onEdit, onCancel, cancelling }: ScanFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(domain ?? '');
  useEffect(() => {
    if (domain !== null) setTyped(domain);
  }, [domain]);
  const submit = (): void => {
    const asked = typedDiscoveryDomain(typed);
    if (scanning) return;
    if (asked === '') input.current?.focus();
    else onStart(asked);
  };
  return (
    <DomainForm
      note="Finds certificates of the domain and of all names below it."
      value={typed}
      refusal={refusal}
      input={input}
      onChange={(value) => {
        setTyped(value);
        onEdit();
      }}
      onSubmit={submit}
    >
      <Button type="submit" size="lg" miw={116} disabled={scanning}>
        {scanning ? 'Scanning...' : 'Discover'}
      </Button>
      {onCancel === null ? null : (
        <Button size="lg" variant="subtle" color="gray" onClick={onCancel} disabled={cancelling}>
          {cancelling ? 'Cancelling...' : 'Cancel'}
        </Button>
      )}
    </DomainForm>
  );
}
