import { Button, Group, Switch, Title } from '@mantine/core';
import { channelTraits, plural } from '@notafter/domain';
import { useId, useState } from 'react';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { Note } from '../../../ui/note/note.tsx';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { channelIcons } from '../notification-texts.ts';
import type { Channel } from '../types.ts';
import { ChannelForm } from './channel-form.tsx';
import css from './channels.module.css';
import type { useChannels } from './use-channels.ts';

interface StateWords {
  readonly text: string;
  readonly tone: MarkTone;
}

const stateWords = {
  disabled: { text: 'Disabled', tone: 'pending' },
  incomplete: { text: 'Incomplete', tone: 'warning' },
  configured: { text: 'Configured', tone: 'valid' },
  not_in_plan: { text: 'Not in your plan', tone: 'warning' },
} as const satisfies Record<Channel['state'], StateWords>;

const troubleWords = {
  broken: { text: 'Broken', tone: 'expired' },
  no_mail_server: { text: 'No mail server', tone: 'critical' },
} as const satisfies Record<string, StateWords>;

const wordsOf = ({ state, trouble }: Channel): StateWords =>
  trouble === 'broken' || trouble === 'no_mail_server' ? troubleWords[trouble] : stateWords[state];

interface ChannelCardProps {
  readonly channel: Channel;
  /** Null for a viewer. */
  readonly actions: ReturnType<typeof useChannels> | null;
  /** For a saved channel. */
  readonly menu: readonly MenuEntry[];
}

export function ChannelCard({ channel, actions, menu }: ChannelCardProps) {
  const headingId = useId();
  const [expanded, setExpanded] = useState(false);
  const { id, name, type, available, availableIn, enabled, state, brokenReason, trouble } = channel;
  const testing = id !== null && actions?.testing.has(id) === true;
  const configured = state === 'configured';
  const editing = actions !== null && enabled && available && (expanded || !configured);
  const { text, tone } = wordsOf(channel);
  return (
    <section className={css.card} aria-labelledby={headingId} data-locked={!available}>
      <div className={css.head}>
        <span className={css.icon} data-on={enabled}>
          <Icon name={channelIcons[type]} />
        </span>
        <div className={css.name}>
          <Title order={2} size="h4" id={headingId}>
            {name}
          </Title>
          {available || enabled ? (
            <StatusLine tone={tone}>{name === channelTraits[type].name ? text : `${channelTraits[type].name}: ${text}`}</StatusLine>
          ) : null}
        </div>
        {menu.length === 0 ? null : <ActionMenu trigger={<IconButton icon="more" label={`Actions for ${name}`} />} entries={menu} />}
        {actions === null || !available || !enabled ? null : (
          <Button
            variant="default"
            size="sm"
            disabled={!configured || testing}
            aria-label={`Test ${name}`}
            onClick={() => actions.test(channel)}
          >
            {testing ? 'Sending...' : 'Test'}
          </Button>
        )}
        <Switch
          size="sm"
          aria-label={name}
          checked={enabled}
          disabled={actions === null || (!available && !enabled)}
          onChange={(event) => actions?.toggle(channel, event.currentTarget.checked)}
        />
        {available ? null : (
          // Spec 1 section 8.
          <span className={css.locked}>
            <Icon name="lock" small />
            <span>Available in: {availableIn.join(', ')} plans</span>
          </span>
        )}
      </div>
      {brokenReason === null || !enabled ? null : (
        <div className={css.body}>
          <StatusLine tone="expired" alert>
            Delivery is paused: {brokenReason} Save the channel or send a test to resume.
          </StatusLine>
        </div>
      )}
      <RoutingNote channel={channel} />
      {trouble === 'no_mail_server' ? (
        <div className={css.body}>
          <StatusLine tone="critical" alert>
            Email can't be delivered: no mail server is configured (SMTP_URL).
          </StatusLine>
        </div>
      ) : null}
      {configured ? (
        <Summary
          channel={channel}
          expanded={editing}
          onToggle={actions === null || !available ? null : () => setExpanded((open) => !open)}
        />
      ) : null}
      {editing ? (
        <div className={css.body}>
          <ChannelForm channel={channel} actions={actions} onDone={() => setExpanded(false)} />
        </div>
      ) : null}
    </section>
  );
}

/** Says if alerts reach the channel by routes only, or not at all. */
function RoutingNote({ channel: { enabled, inDefaultRoute, routeCount } }: { readonly channel: Channel }) {
  if (!enabled || inDefaultRoute) return null;
  return (
    <div className={css.body}>
      {routeCount === 0 ? (
        <StatusLine tone="warning">Receives no alerts: this channel is in no route.</StatusLine>
      ) : (
        <Note small>Receives only the alerts of {plural(routeCount, 'route')}.</Note>
      )}
    </div>
  );
}

interface SummaryProps {
  readonly channel: Channel;
  readonly expanded: boolean;
  /** Null if the person cannot edit the channel. */
  readonly onToggle: (() => void) | null;
}

/** The settings, with masked secrets. */
function Summary({ channel: { name, fields }, expanded, onToggle }: SummaryProps) {
  return (
    <Group gap="xs" wrap="nowrap" pl={58} pr="sm" pb="xs">
      <span className={css.values}>
        {fields.map(({ name: field, value, secret }) => (
          <span key={field} data-secret={secret}>
            {value}
          </span>
        ))}
      </span>
      {onToggle === null ? null : (
        <IconButton
          icon={expanded ? 'close' : 'edit'}
          label={expanded ? `Close the settings of ${name}` : `Edit the settings of ${name}`}
          aria-expanded={expanded}
          onClick={onToggle}
        />
      )}
    </Group>
  );
}
