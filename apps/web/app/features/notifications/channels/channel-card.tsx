import { ActionIcon, Button, Switch } from '@mantine/core';
import { useId, useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { type MarkTone, StatusMark } from '../../../ui/status/status-mark.tsx';
import { channelIcons } from '../notification-texts.ts';
import type { Channel } from '../types.ts';
import { ChannelForm } from './channel-form.tsx';
import css from './channels.module.css';
import type { useChannels } from './use-channels.ts';

const stateWords = {
  disabled: { text: 'Disabled', tone: 'pending' },
  incomplete: { text: 'Incomplete', tone: 'warning' },
  configured: { text: 'Configured', tone: 'valid' },
  not_in_plan: { text: 'Not in your plan', tone: 'warning' },
} as const satisfies Record<Channel['state'], { text: string; tone: MarkTone }>;

interface ChannelCardProps {
  readonly channel: Channel;
  /** Null for a viewer, who sees which channels there are. */
  readonly actions: ReturnType<typeof useChannels> | null;
}

export function ChannelCard({ channel, actions }: ChannelCardProps) {
  const headingId = useId();
  const [expanded, setExpanded] = useState(false);
  const { name, type, available, availableIn, enabled, state, brokenReason, trouble } = channel;
  const configured = state === 'configured';
  const editing = actions !== null && enabled && available && (expanded || !configured);
  return (
    <section className={css.card} aria-labelledby={headingId} data-locked={!available}>
      <div className={css.head}>
        <span className={css.icon} data-on={enabled}>
          <Icon name={channelIcons[type]} />
        </span>
        <div className={css.what}>
          <h2 id={headingId}>{name}</h2>
          {available || enabled ? <State channel={channel} /> : null}
        </div>
        {actions === null || !available || !enabled ? null : (
          <Button
            variant="default"
            size="sm"
            disabled={!configured || actions.testing.has(type)}
            aria-label={`Test ${name}`}
            onClick={() => actions.test(channel)}
          >
            {actions.testing.has(type) ? 'Sending...' : 'Test'}
          </Button>
        )}
        <Switch
          size="sm"
          aria-label={name}
          checked={enabled}
          disabled={actions === null || (!available && !enabled)}
          onChange={(event) => actions?.toggle(channel, event.currentTarget.checked)}
        />
        {available ? null : <Locked plans={availableIn} />}
      </div>
      {brokenReason === null || !enabled ? null : (
        <p className={css.broken} role="alert">
          <StatusMark tone="expired" />
          Delivery is paused: {brokenReason} Save the channel or send a test to resume.
        </p>
      )}
      {trouble === 'no_mail_server' ? (
        <p className={css.broken} role="alert">
          <StatusMark tone="critical" />
          Email can't be delivered: no mail server is configured (SMTP_URL).
        </p>
      ) : null}
      {configured ? (
        <Summary
          channel={channel}
          expanded={editing}
          onToggle={actions === null || !available ? null : () => setExpanded((open) => !open)}
        />
      ) : null}
      {editing ? <ChannelForm channel={channel} actions={actions} onDone={() => setExpanded(false)} /> : null}
    </section>
  );
}

const troubleWords = {
  broken: { text: 'Broken', tone: 'expired' },
  no_mail_server: { text: 'No mail server', tone: 'critical' },
} as const;

function State({ channel: { state, trouble } }: { readonly channel: Channel }) {
  const { text, tone } = trouble === 'broken' || trouble === 'no_mail_server' ? troubleWords[trouble] : stateWords[state];
  return (
    <span className={css.state} data-tone={tone}>
      <StatusMark tone={tone} />
      {text}
    </span>
  );
}

/** Spec 1 section 8. */
function Locked({ plans }: { readonly plans: readonly string[] }) {
  return (
    <span className={css.locked}>
      <Icon name="lock" small />
      <span>Available in: {plans.join(', ')} plans</span>
    </span>
  );
}

interface SummaryProps {
  readonly channel: Channel;
  readonly expanded: boolean;
  readonly onToggle: (() => void) | null;
}

/** Settings in one line; a secret only by its end. */
function Summary({ channel: { name, fields }, expanded, onToggle }: SummaryProps) {
  return (
    <div className={css.summary}>
      <span className={css.values}>
        {fields.map(({ name: field, value, secret }) => (
          <span key={field} className={secret ? css.secret : undefined}>
            {value}
          </span>
        ))}
      </span>
      {onToggle === null ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={expanded ? `Close the settings of ${name}` : `Edit the settings of ${name}`}
          aria-expanded={expanded}
          onClick={onToggle}
        >
          <Icon name={expanded ? 'close' : 'edit'} small />
        </ActionIcon>
      )}
    </div>
  );
}
