import { Button, TextInput } from '@mantine/core';
import { typedDiscoveryDomain } from '@notafter/domain';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '../../ui/forms/field-error.tsx';
import { Icon } from '../../ui/icons.tsx';
import css from './scan-form.module.css';

interface ScanFormProps {
  /** Of the run that is shown. */
  readonly domain: string | null;
  readonly scanning: boolean;
  /** Why the last start was refused, where its domain was the reason. */
  readonly refusal: string | null;
  readonly onStart: (domain: string) => void;
  readonly onEdit: () => void;
  /** Null where nothing runs that could be cancelled. */
  readonly onCancel: (() => void) | null;
  readonly cancelling: boolean;
}

/** Enter starts too, unless a scan is under way; an empty field starts nothing. */
export function ScanForm({ domain, scanning, refusal, onStart, onEdit, onCancel, cancelling }: ScanFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(domain ?? '');
  useEffect(() => {
    if (domain !== null) setTyped(domain);
  }, [domain]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const asked = typedDiscoveryDomain(typed);
    if (scanning) return;
    if (asked === '') input.current?.focus();
    else onStart(asked);
  };
  const noteId = `${id}-note`;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label htmlFor={id} className={css.label}>
        Domain
      </label>
      <div className={css.line}>
        <TextInput
          id={id}
          ref={input}
          size="lg"
          className={css.input ?? ''}
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
          aria-describedby={noteId}
        />
        <Button type="submit" size="lg" className={css.button ?? ''} disabled={scanning}>
          {scanning ? 'Scanning...' : 'Discover'}
        </Button>
        {onCancel === null ? null : (
          <Button size="lg" variant="subtle" color="gray" onClick={onCancel} disabled={cancelling}>
            {cancelling ? 'Cancelling...' : 'Cancel'}
          </Button>
        )}
      </div>
      <div id={noteId} className={css.note} aria-live="polite" data-error={refusal !== null}>
        {refusal === null ? 'Looks for certificates of the domain and all names below it.' : <FieldError>{refusal}</FieldError>}
      </div>
    </form>
  );
}
