import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import css from './environments.module.css';
import type { Environment } from './types.ts';
import type { EnvironmentFields } from './use-environments.ts';

/** As the server has them. */
const NAME_MAX = 100;
const DESCRIPTION_MAX = 500;

interface EnvironmentFormProps {
  /** Null for a new one. */
  readonly edited: Environment | null;
  readonly busy: boolean;
  readonly onSave: (fields: EnvironmentFields) => void;
  readonly onCancel: () => void;
}

export function EnvironmentForm({ edited, busy, onSave, onCancel }: EnvironmentFormProps) {
  const [name, setName] = useState(edited?.name ?? '');
  const [description, setDescription] = useState(edited?.description ?? '');
  const blank = name.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!blank && !busy) onSave({ name, description });
  };
  return (
    <form className={css.form} onSubmit={submit} aria-label={edited === null ? 'New environment' : `Edit ${edited.name}`}>
      <TextInput
        label="Environment Name"
        autoFocus
        autoComplete="off"
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Description (optional)"
        autoComplete="off"
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={css.formFoot}>
        <Button variant="default" size="sm" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={blank || busy}>
          {busy ? 'Saving...' : edited === null ? 'Create' : 'Update'}
        </Button>
      </div>
    </form>
  );
}
