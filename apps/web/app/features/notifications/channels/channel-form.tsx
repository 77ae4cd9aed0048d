import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { failureText, fieldProblem } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';
import type { Channel } from '../types.ts';
import css from './channels.module.css';
import { isFilled, type useChannels, valuesOf } from './use-channels.ts';

/** An example of each field. */
const placeholders: Readonly<Record<string, string>> = {
  'email.email': 'certs@example.com',
  'slack.webhook': 'https://hooks.slack.com/services/…',
  'telegram.token': '123456:ABC-DEF…',
  'telegram.chat_id': '-1001234567890',
  'google_chat.webhook': 'https://chat.googleapis.com/v1/spaces/…',
  'teams.webhook': 'https://….environment.api.powerplatform.com/…',
  'pagerduty.integration_key': '32 characters',
  'splunk.api_key': 'API key, or API key/routing key',
  'zapier.webhook': 'https://hooks.zapier.com/hooks/catch/…',
  'webhook.url': 'https://example.com/notafter',
};

interface ChannelFormProps {
  readonly channel: Channel;
  readonly actions: ReturnType<typeof useChannels>;
  readonly onDone: () => void;
}

/** The fields of one channel. A stored secret shows masked; what is typed over it replaces it. */
export function ChannelForm({ channel, actions, onDone }: ChannelFormProps) {
  const [values, setValues] = useState(() => valuesOf(channel));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { type, name, fields, state } = channel;
  const filled = isFilled(channel, values);
  const changed = fields.some((field) => (values[field.name] ?? '') !== field.value);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!filled || busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await actions.saveValues(channel, values);
      onDone();
    } catch (error) {
      setRefusal(error);
    }
    setBusy(false);
  };
  const problemOf = (field: string): string | undefined => {
    const refused = refusal === null ? undefined : fieldProblem(refusal, `settings.${field}`);
    return refused ?? (state === 'incomplete' && (values[field] ?? '').trim() === '' ? 'Required while the channel is enabled' : undefined);
  };
  const isOfAField = fields.some((field) => fieldProblem(refusal, `settings.${field.name}`) !== undefined);
  const cancel = (): void => {
    setValues(valuesOf(channel));
    setRefusal(null);
    onDone();
  };
  return (
    <form className={css.form} aria-label={`${name} settings`} onSubmit={(event) => void submit(event)}>
      {fields.map(({ name: field, label, secret }) => (
        <TextInput
          key={field}
          label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder={placeholders[`${type}.${field}`] ?? ''}
          value={values[field] ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setValues((present) => ({ ...present, [field]: value }));
          }}
          // A mask is replaced whole: half of it with something typed behind would be neither.
          onFocus={(event) => (secret ? event.currentTarget.select() : undefined)}
          error={fieldError(problemOf(field))}
          classNames={secret ? { input: css.mono ?? '' } : {}}
        />
      ))}
      {refusal === null || isOfAField ? null : (
        <Banner tone="expired" role="alert">
          {failureText(refusal, texts.saveFailed)}
        </Banner>
      )}
      <div className={css.formFoot}>
        {type === 'webhook' && state === 'configured' ? (
          <Button variant="subtle" color="gray" size="sm" className={css.rotate ?? ''} onClick={actions.rotateSecret}>
            New Signing Secret
          </Button>
        ) : null}
        <Button variant="subtle" color="gray" size="sm" onClick={cancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={!filled || !changed || busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
