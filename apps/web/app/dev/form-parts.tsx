import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { CardForm } from '../ui/card-form/card-form.tsx';
import ConfirmDialog from '../ui/dialog/confirm-dialog.tsx';
import SecretDialog from '../ui/dialog/secret-dialog.tsx';
import { Field, Form } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { InlineForm } from '../ui/form/inline-form.tsx';
import { InlineQuestion } from '../ui/form/inline-question.tsx';
import { type FormState, useForm } from '../ui/form/use-form.tsx';
import { Panel } from '../ui/panel/panel.tsx';
import { StatusLine } from '../ui/status-line/status-line.tsx';

const ignore = (): void => undefined;
const FAILED = 'Failed to save the channel';
const refuse = (): Promise<never> => Promise.reject(new Error('down'));

/** Forms and the dialogs made of them, in each of their states. */
export function FormParts() {
  const form = useForm({ initial: { name: 'Webhook', address: '', password: '', on: true }, failed: FAILED, submit: refuse });
  const states: Readonly<Record<string, FormState>> = { idle: form, busy: { ...form, busy: true }, failed: { ...form, failure: FAILED } };
  return (
    <>
      {Object.entries(states).map(([state, shown]) => (
        <Panel key={state} title={`Form: ${state}`}>
          <Form form={shown} label={`Form: ${state}`} action="Save Channel">
            <Field {...form.field('name')} label="Name" description="Shown in the delivery log." />
            <Field {...form.field('address')} label="URL" error={state === 'failed' ? 'Enter a URL that begins with https://.' : null} />
            <Field {...form.field('password')} kind="password" label="Password" />
            <Checkbox {...form.box('on')} label="Send alerts" />
          </Form>
        </Panel>
      ))}
      <Panel title="CardForm, InlineForm, InlineQuestion">
        <Group p="md" gap="xl" align="start" grow>
          <CardForm form={form} label="CardForm" onCancel={ignore}>
            <Field {...form.field('address')} kind="masked" label="Signing secret" />
          </CardForm>
          <InlineForm
            id="kit-domain"
            label="Domain"
            note="A host name, with its port if it is not 443."
            error={null}
            field={<Field id="kit-domain" aria-describedby="kit-domain-note" />}
            onSubmit={ignore}
          >
            <Button type="submit">Add Certificate</Button>
          </InlineForm>
          <InlineQuestion
            label="Delete Production"
            action="Delete Production"
            busyAction="Deleting..."
            failed="Failed to delete the environment"
            onConfirm={refuse}
            onCancel={ignore}
          >
            Its 12 certificates remain, without an environment.
          </InlineQuestion>
        </Group>
      </Panel>
      <Panel title="StatusLine">
        <Group p="md" gap="xl">
          <StatusLine tone="valid">Configured</StatusLine>
          <StatusLine tone="unreachable" plain>
            Paused until 2026-12-04 08:12 UTC
          </StatusLine>
          <StatusLine tone="failed" alert>
            The receiver answered 410.
          </StatusLine>
        </Group>
      </Panel>
      <Dialogs />
    </>
  );
}

const dialogs = ['FormDialog', 'ConfirmDialog', 'SecretDialog'] as const;

function Dialogs() {
  const [opened, setOpened] = useState<(typeof dialogs)[number] | null>(null);
  const close = (): void => setOpened(null);
  const form = useForm({ initial: { name: 'Laptop' }, failed: FAILED, submit: refuse });
  return (
    <Panel title="Dialogs">
      <Group p="md">
        {dialogs.map((name) => (
          <Button key={name} variant="default" onClick={() => setOpened(name)}>
            {name}
          </Button>
        ))}
      </Group>
      {opened === 'FormDialog' ? (
        <FormDialog form={form} title="Rename Laptop" action="Rename" busyAction="Saving..." onClose={close}>
          <Field {...form.field('name')} label="Name" />
        </FormDialog>
      ) : null}
      {opened === 'ConfirmDialog' ? (
        <ConfirmDialog
          title="Delete 3 certificates"
          action="Delete Certificates"
          busyAction="Deleting..."
          failed="Failed to delete the certificates"
          onConfirm={refuse}
          onClose={close}
        >
          Their history is deleted too.
        </ConfirmDialog>
      ) : null}
      {opened === 'SecretDialog' ? (
        <SecretDialog
          title="Token created"
          label="Token"
          secret="nat_example"
          text="We store only its hash. Copy it now: it is not shown again."
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}
