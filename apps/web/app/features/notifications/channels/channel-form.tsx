import { Button } from '@mantine/core';
import { CardForm } from '../../../ui/card-form/card-form.tsx';
import { Field } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { fieldProblem } from '../field-problem.ts';
import { texts } from '../notification-texts.ts';
import type { Channel } from '../types.ts';
import { isFilled, type useChannels, valuesOf } from './use-channels.ts';

/** An example of each field. */
export const placeholders: Readonly<Record<string, string>> = {
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
  'alertmanager.url': 'https://alertmanager.example.com',
  'alertmanager.username': 'Without sign-in: leave blank',
  'alertmanager.token': 'Instead of a user name and password',
  'alertmanager.labels': 'team=web, region=eu',
};

interface ChannelFormProps {
  readonly channel: Channel;
  readonly actions: ReturnType<typeof useChannels>;
  readonly onDone: () => void;
}

/** The fields of one channel. A stored secret is shown masked until another one is typed. */
export function ChannelForm({ channel, actions, onDone }: ChannelFormProps) {
  const { type, name, fields, state } = channel;
  const form = useForm({
    initial: valuesOf(channel),
    failed: texts.saveFailed,
    submit: async (values) => {
      await actions.saveValues(channel, values);
      onDone();
    },
    problems: (error) => {
      const known = fields.map((field) => [field.name, fieldProblem(error, `settings.${field.name}`)] as const);
      return Object.fromEntries(known.filter(([, problem]) => problem !== undefined));
    },
  });
  const isBlank = (field: string): boolean => (form.values[field] ?? '').trim() === '';
  const changed = fields.some((field) => (form.values[field.name] ?? '') !== field.value);
  const cancel = (): void => {
    form.reset();
    form.clear();
    onDone();
  };
  const rotate = (
    <Button variant="subtle" color="gray" size="sm" mr="auto" onClick={() => actions.rotateSecret(channel)}>
      New Signing Secret
    </Button>
  );
  return (
    <CardForm
      form={form}
      label={`${name} settings`}
      incomplete={!changed || !isFilled(channel, form.values)}
      extra={type === 'webhook' && state === 'configured' ? rotate : null}
      onCancel={cancel}
    >
      {fields.map(({ name: field, label, secret, optional }) => {
        const input = form.field(field);
        const missing =
          state === 'incomplete' && optional !== true && isBlank(field) ? fieldError('Required while the channel is enabled') : undefined;
        return (
          <Field
            key={field}
            {...input}
            kind={secret ? 'masked' : 'text'}
            label={label}
            spellCheck={false}
            maxLength={2000}
            placeholder={placeholders[`${type}.${field}`] ?? ''}
            error={input.error ?? missing}
          />
        );
      })}
    </CardForm>
  );
}
