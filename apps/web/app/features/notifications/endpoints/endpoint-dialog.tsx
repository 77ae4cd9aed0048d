import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { type EventType, eventTypes } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { failureText, fieldProblem } from '../failure-text.ts';
import type { EndpointInput, WebhookEndpoint } from '../types.ts';
import { typeTexts } from './endpoint-texts.ts';
import css from './endpoints.module.css';

interface EndpointDialogProps {
  /** Null: a new one. */
  readonly endpoint: WebhookEndpoint | null;
  /** Rejects with what it failed with. */
  readonly onSave: (endpoint: WebhookEndpoint | null, input: EndpointInput) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds or edits a webhook endpoint. A masked URL that stays as it is keeps the stored one. */
export default function EndpointDialog({ endpoint, onSave, onClose }: EndpointDialogProps) {
  const formId = useId();
  const [name, setName] = useState(endpoint?.name ?? '');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(endpoint?.types ?? []);
  const [enabled, setEnabled] = useState(endpoint?.enabled ?? true);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const unready = name.trim() === '' || url.trim() === '' || types.length === 0 || busy;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (unready) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onSave(endpoint, { name: name.trim(), url: url.trim(), types: [...types], enabled });
      onClose();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={endpoint === null ? 'Add Endpoint' : `Edit ${endpoint.name}`}
      size={560}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={unready}>
            {busy ? 'Saving...' : endpoint === null ? 'Add Endpoint' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void submit(event)}>
        {refusal === null ? null : (
          <Banner tone="expired" role="alert">
            {failureText(refusal, 'Failed to save the endpoint')}
          </Banner>
        )}
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={100}
          placeholder="Deploy bot"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldError(fieldProblem(refusal, 'name'))}
        />
        <TextInput
          label="URL"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://example.com/notafter"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          // A mask is replaced whole: half of it is not a URL.
          onFocus={(event) => (endpoint === null ? undefined : event.currentTarget.select())}
          error={fieldError(fieldProblem(refusal, 'url'))}
          classNames={{ input: css.mono ?? '' }}
        />
        <fieldset className={css.types}>
          <legend>Event types</legend>
          {eventTypes.map((type) => (
            <Checkbox
              key={type}
              label={type}
              description={typeTexts[type]}
              checked={types.includes(type)}
              onChange={(event) => setTypes(event.currentTarget.checked ? [...types, type] : types.filter((other) => other !== type))}
            />
          ))}
        </fieldset>
        <Switch label="Enabled" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
      </form>
    </Dialog>
  );
}
