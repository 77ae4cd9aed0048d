import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';
import { FieldError } from '../forms/field-error.tsx';
import { Icon } from '../icons.tsx';
import { InlineForm } from './inline-form.tsx';

interface DomainFormProps {
  readonly note: string;
  readonly value: string;
  /** Why the server refused the domain. */
  readonly refusal: string | null;
  readonly input: RefObject<HTMLInputElement>;
  /** The buttons beside the field. */
  readonly children: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

/** One domain, as a person types it, and its button in a line. */
export function DomainForm({ note, value, refusal, input, children, onChange, onSubmit }: DomainFormProps) {
  const id = useId();
  return (
    <InlineForm
      id={id}
      label="Domain"
      note={note}
      error={refusal === null ? null : <FieldError>{refusal}</FieldError>}
      onSubmit={onSubmit}
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
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={refusal !== null}
          aria-describedby={`${id}-note`}
        />
      }
    >
      {children}
    </InlineForm>
  );
}
