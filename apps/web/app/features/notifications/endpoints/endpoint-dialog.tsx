import { Checkbox, Stack, Switch } from '@mantine/core';
import { type EventType, eventTypes } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { EndpointInput, WebhookEndpoint } from '../types.ts';
import { typeTexts } from './endpoint-texts.ts';

interface EndpointDialogProps {
  /** Null: a new one. */
  readonly endpoint: WebhookEndpoint | null;
  /** Rejects with its error. */
  readonly onSave: (endpoint: WebhookEndpoint | null, input: EndpointInput) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds or edits a webhook endpoint. A masked URL that stays as it is keeps the stored one. */
export default function EndpointDialog({ endpoint, onSave, onClose }: EndpointDialogProps) {
  const types: readonly EventType[] = endpoint?.types ?? [];
  const form = useForm({
    initial: { name: endpoint?.name ?? '', url: endpoint?.url ?? '', types, enabled: endpoint?.enabled ?? true },
    failed: 'Failed to save the endpoint',
    submit: async ({ name, url, types: chosen, enabled }) => {
      await onSave(endpoint, { name: name.trim(), url: url.trim(), types: [...chosen], enabled });
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog
      form={form}
      title={endpoint === null ? 'Add Endpoint' : `Edit ${endpoint.name}`}
      action={endpoint === null ? 'Add Endpoint' : 'Save'}
      busyAction="Saving..."
      incomplete={values.name.trim() === '' || values.url.trim() === '' || values.types.length === 0}
      size={560}
      onClose={onClose}
    >
      <Field {...form.field('name')} label="Name" data-autofocus maxLength={100} placeholder="Deploy bot" />
      <Field
        {...form.field('url')}
        kind={endpoint === null ? 'text' : 'masked'}
        label="URL"
        spellCheck={false}
        maxLength={2000}
        placeholder="https://example.com/notafter"
      />
      <Checkbox.Group
        label="Event types"
        value={[...values.types]}
        onChange={(chosen) => form.set({ types: eventTypes.filter((type) => chosen.includes(type)) })}
      >
        <Stack gap="xs" mt="xs">
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} label={type} description={typeTexts[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch {...form.box('enabled')} label="Enabled" />
    </FormDialog>
  );
}
