import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { areFilled, CHANNEL_NAME_MAX_LENGTH, type ChannelType, channelTraits } from '@notafter/domain';
import { useState } from 'react';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { fieldProblem } from '../field-problem.ts';
import type { Channel, ChannelInput } from '../types.ts';
import { placeholders } from './channel-form.tsx';
import type { FieldValues } from './use-channels.ts';

interface ChannelDialogProps {
  /** Null: a new one. */
  readonly channel: Channel | null;
  /** Those of the plan. */
  readonly types: readonly ChannelType[];
  readonly firstType: ChannelType;
  /** Rejects with its error. */
  readonly onSave: (channel: Channel | null, input: ChannelInput) => Promise<void>;
  readonly onClose: () => void;
}

/** Every field of any type. */
const blank = Object.fromEntries(Object.values(channelTraits).flatMap(({ fields }) => fields.map(({ name }) => [name, ''])));

/** Adds a channel, or changes the name and the routing of one. */
export default function ChannelDialog({ channel, types, firstType, onSave, onClose }: ChannelDialogProps) {
  const [type, setType] = useState(firstType);
  const [inDefaultRoute, setInDefaultRoute] = useState(channel?.inDefaultRoute ?? true);
  const fields = channel === null ? channelTraits[type].fields : [];
  const initial: FieldValues = { ...blank, name: channel?.name ?? '' };
  const form = useForm({
    initial,
    failed: 'Failed to save the channel',
    submit: async ({ name = '', ...values }) => {
      const settings = Object.fromEntries(fields.map((field) => [field.name, values[field.name]?.trim() ?? '']));
      await onSave(channel, { type, name: name.trim(), settings, inDefaultRoute });
      onClose();
    },
    problems: (error) => {
      const paths = [...fields.map((field) => [field.name, `settings.${field.name}`] as const), ['name', 'name'] as const];
      const known = paths.map(([field, path]) => [field, fieldProblem(error, path)] as const);
      return Object.fromEntries(known.filter(([, problem]) => problem !== undefined));
    },
  });
  const isBlank = (field: string): boolean => (form.values[field] ?? '').trim() === '';
  return (
    <FormDialog
      form={form}
      title={channel === null ? 'Add Channel' : `Edit ${channel.name}`}
      action={channel === null ? 'Add Channel' : 'Save'}
      busyAction="Saving..."
      incomplete={isBlank('name') || !areFilled(fields, form.values)}
      onClose={onClose}
    >
      {channel === null ? (
        <NativeSelect
          label="Type"
          value={type}
          data={types.map((each) => ({ value: each, label: channelTraits[each].name }))}
          onChange={({ currentTarget: { value } }) => setType(types.find((each) => each === value) ?? type)}
        />
      ) : null}
      <Field {...form.field('name')} label="Name" data-autofocus maxLength={CHANNEL_NAME_MAX_LENGTH} placeholder="Customer A" />
      {fields.map(({ name, label }) => (
        <Field
          key={`${type}.${name}`}
          {...form.field(name)}
          label={label}
          spellCheck={false}
          maxLength={2000}
          placeholder={placeholders[`${type}.${name}`] ?? ''}
        />
      ))}
      <Stack gap="xxs">
        <Checkbox
          label="Receives alerts that no route matches"
          checked={inDefaultRoute}
          onChange={(event) => setInDefaultRoute(event.currentTarget.checked)}
        />
        <Note small>Clear it for a channel that should receive only the alerts of its routes.</Note>
      </Stack>
    </FormDialog>
  );
}
