import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { CardForm } from '../../../ui/card-form/card-form.tsx';
import { Field } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';

/** Times in which nothing is sent, such as a planned move of servers. */
export function WindowsCard() {
  const trpc = useTRPC();
  const mayEdit = useMay('notifications/add-maintenance-window');
  const windows = useQuery(trpc.notifications.windows.queryOptions()).data?.windows;
  const remove = useAction(trpc.notifications.removeWindow.mutationOptions(), {
    failed: 'Failed to remove',
    refresh: [trpc.notifications.windows.queryFilter()],
  });
  const [adding, setAdding] = useState(false);
  if (windows === undefined) return null;
  const addition = adding ? (
    <WindowForm onDone={() => setAdding(false)} />
  ) : (
    <Button variant="default" size="sm" fullWidth leftSection={<Icon name="plus" small />} onClick={() => setAdding(true)}>
      Add Window
    </Button>
  );
  return (
    <Panel title="Maintenance windows" foot={mayEdit ? addition : undefined}>
      <ItemList>
        {windows.length === 0 ? <Item>None planned. Alerts during a window are held and sent once at its end.</Item> : null}
        {windows.map(({ id, name, startsAt, endsAt, active }) => (
          <Item
            key={id}
            title={
              <Group component="span" gap="xs">
                {name} {active ? <Badge tone="info">Now</Badge> : null}
              </Group>
            }
            action={
              mayEdit ? (
                <IconButton icon="trash" label={`Remove ${name}`} disabled={remove.pending} onClick={() => void remove.run({ id })} />
              ) : null
            }
          >
            <AbsoluteTime value={startsAt} form="datetime" /> – <AbsoluteTime value={endsAt} form="datetime" />
          </Item>
        ))}
      </ItemList>
    </Panel>
  );
}

/** Parses the value of a `datetime-local` input, which is in the person's own time zone. */
const instantOf = (local: string): Date | null => {
  const instant = new Date(local);
  return Number.isNaN(instant.getTime()) ? null : instant;
};

function WindowForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const add = useAction(trpc.notifications.addWindow.mutationOptions(), {
    failed: 'Failed to save',
    refresh: [trpc.notifications.windows.queryFilter()],
  });
  const form = useForm({
    initial: { name: '', startsAt: '', endsAt: '' },
    failed: 'Failed to save',
    submit: async (typed) => {
      const [startsAt, endsAt] = [instantOf(typed.startsAt), instantOf(typed.endsAt)];
      if (startsAt === null || endsAt === null) return;
      await add.send({ name: typed.name.trim(), startsAt, endsAt });
      onDone();
    },
  });
  const { name, startsAt, endsAt } = form.values;
  return (
    <CardForm
      form={form}
      label="New maintenance window"
      action="Add Window"
      incomplete={name.trim() === '' || instantOf(startsAt) === null || instantOf(endsAt) === null}
      onCancel={onDone}
    >
      <Field {...form.field('name')} label="Name" autoFocus maxLength={100} />
      <Field {...form.field('startsAt')} type="datetime-local" label="From" />
      <Field {...form.field('endsAt')} type="datetime-local" label="Until" />
      <Note>Your own time zone.</Note>
    </CardForm>
  );
}
