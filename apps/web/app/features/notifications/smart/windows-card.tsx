import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { showError } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import css from './windows-card.module.css';

/** Times in which nothing is sent, such as a planned move of servers. */
export function WindowsCard() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayEdit = useMay('notifications/add-maintenance-window');
  const windows = useQuery(trpc.notifications.windows.queryOptions()).data?.windows;
  const remove = useMutation(trpc.notifications.removeWindow.mutationOptions());
  const [adding, setAdding] = useState(false);
  if (windows === undefined) return null;
  const removeWindow = async (id: (typeof windows)[number]['id']): Promise<void> => {
    try {
      await remove.mutateAsync({ id });
    } catch (error) {
      showError(failureText(error, 'Failed to remove'));
    }
    await queries.invalidateQueries(trpc.notifications.windows.pathFilter());
  };
  return (
    <Panel title="Maintenance windows">
      <div className={css.body}>
        {windows.length === 0 ? (
          <p className={css.none}>None planned. What comes up in one is held and sent once at its end.</p>
        ) : (
          <ul className={css.list}>
            {windows.map(({ id, name, startsAt, endsAt, active }) => (
              <li key={id}>
                <strong>
                  {name} {active ? <Badge tone="info">Now</Badge> : null}
                </strong>
                <span className={css.times}>
                  <AbsoluteTime value={startsAt} form="datetime" /> – <AbsoluteTime value={endsAt} form="datetime" />
                </span>
                {mayEdit ? (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={`Remove ${name}`}
                    disabled={remove.isPending}
                    onClick={() => void removeWindow(id)}
                  >
                    <Icon name="trash" small />
                  </ActionIcon>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        {!mayEdit ? null : adding ? (
          <WindowForm onDone={() => setAdding(false)} />
        ) : (
          <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => setAdding(true)}>
            Add Window
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** An instant as the browser's own field has it, in the person's own time zone. */
const instantOf = (local: string): Date | null => {
  const instant = new Date(local);
  return Number.isNaN(instant.getTime()) ? null : instant;
};

function WindowForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const add = useMutation(trpc.notifications.addWindow.mutationOptions());
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [startsAt, endsAt] = [instantOf(from), instantOf(until)];
  const ready = name.trim() !== '' && startsAt !== null && endsAt !== null && !add.isPending;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    try {
      await add.mutateAsync({ name: name.trim(), startsAt, endsAt });
      await queries.invalidateQueries(trpc.notifications.windows.pathFilter());
      onDone();
    } catch (error) {
      showError(failureText(error, 'Failed to save'));
    }
  };
  return (
    <form className={css.form} aria-label="New maintenance window" onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput type="datetime-local" label="From" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput type="datetime-local" label="Until" value={until} onChange={(event) => setUntil(event.currentTarget.value)} />
      <p className={css.none}>Your own time zone.</p>
      <div className={css.foot}>
        <Button variant="subtle" color="gray" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={!ready}>
          {add.isPending ? 'Saving...' : 'Add Window'}
        </Button>
      </div>
    </form>
  );
}
