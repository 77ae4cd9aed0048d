import { Button, TextInput } from '@mantine/core';
import { typedDiscoveryDomain } from '@notafter/domain';
import { useEffect, useId, useRef, useState } from 'react';
import { InlineForm } from '../../ui/form/inline-form.tsx';
import { FieldError } from '../../ui/forms/field-error.tsx';
import { Icon } from '../../ui/icons.tsx';

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
  const id = useId();
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
    <InlineForm
      id={id}
      label="Domain"
      note="Finds certificates of the domain and of all names below it."
      error={refusal === null ? null : <FieldError>{refusal}</FieldError>}
      onSubmit={submit}
      field={
        <TextInput
          id={id}
          ref={input}
          size="lg"
          leftSection={<Icon name="globe" small />}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onEdit();
          }}
          error={refusal !== null}
          aria-describedby={`${id}-note`}
        />
      }
    >
      <Button type="submit" size="lg" miw={116} disabled={scanning}>
        {scanning ? 'Scanning...' : 'Discover'}
      </Button>
      {onCancel === null ? null : (
        <Button size="lg" variant="subtle" color="gray" onClick={onCancel} disabled={cancelling}>
          {cancelling ? 'Cancelling...' : 'Cancel'}
        </Button>
      )}
    </InlineForm>
  );
}
