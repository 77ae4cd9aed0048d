import { ActionIcon, Button } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { assignedText } from './environment-texts.ts';
import css from './environments.module.css';
import type { Environment } from './types.ts';

interface EnvironmentItemProps {
  readonly environment: Environment;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function EnvironmentItem({ environment: { name, description, certificateCount }, onEdit, onRemove }: EnvironmentItemProps) {
  return (
    <>
      <span className={css.what}>
        <strong>{name}</strong>
        <span>
          {description === null ? '' : `${description} \u00b7 `}
          {assignedText(certificateCount)}
        </span>
      </span>
      <ActionIcon variant="subtle" color="gray" size={32} onClick={onEdit} aria-label={`Edit ${name}`}>
        <Icon name="edit" small />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={32} onClick={onRemove} aria-label={`Delete ${name}`}>
        <Icon name="trash" small />
      </ActionIcon>
    </>
  );
}

interface RemovalQuestionProps {
  readonly environment: Environment;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** In the row's own place: a dialog above a dialog would hide what it asks about. */
export function RemovalQuestion({ environment: { name }, busy, onConfirm, onCancel }: RemovalQuestionProps) {
  return (
    <fieldset className={css.question} aria-label={`Delete ${name}`}>
      <p>
        <strong>{name}:</strong> Are you sure? This will fail if certificates are assigned to this environment.
      </p>
      <div className={css.formFoot}>
        <Button variant="default" size="sm" onClick={onCancel} disabled={busy} autoFocus>
          Cancel
        </Button>
        <Button color="red" size="sm" onClick={onConfirm} disabled={busy}>
          {busy ? 'Deleting...' : 'Delete Environment'}
        </Button>
      </div>
    </fieldset>
  );
}
