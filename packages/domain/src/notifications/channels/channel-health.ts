import type { ChannelType } from '../../plans/plans.ts';

/** Why an enabled channel cannot deliver alerts. */
export type ChannelTrouble = 'not_in_plan' | 'incomplete' | 'broken' | 'no_mail_server';

/** Names of the enabled channels that deliver alerts, and those that cannot. */
export interface ChannelHealth {
  readonly working: readonly string[];
  readonly failing: readonly { readonly name: string; readonly trouble: ChannelTrouble }[];
}

interface EnabledChannel {
  readonly type: ChannelType;
  /** Every field is filled in. */
  readonly complete: boolean;
  readonly brokenAt: Date | null;
}

interface ChannelCircumstances {
  /** Those of the plan in force. */
  readonly available: readonly ChannelType[];
  /** False: mail is written to files and not sent. */
  readonly sendsMail: boolean;
}

/** Null if this enabled channel can deliver. */
export const channelTrouble = (
  { type, complete, brokenAt }: EnabledChannel,
  { available, sendsMail }: ChannelCircumstances,
): ChannelTrouble | null => {
  if (!available.includes(type)) return 'not_in_plan';
  if (!complete) return 'incomplete';
  if (brokenAt !== null) return 'broken';
  return type === 'email' && !sendsMail ? 'no_mail_server' : null;
};

/** For an organization's enabled channels; empty without any. */
export const channelHealth = (
  enabled: readonly (EnabledChannel & { readonly name: string })[],
  circumstances: ChannelCircumstances,
): ChannelHealth => {
  const judged = enabled.map((channel) => ({ name: channel.name, trouble: channelTrouble(channel, circumstances) }));
  return {
    working: judged.filter(({ trouble }) => trouble === null).map(({ name }) => name),
    failing: judged.flatMap(({ name, trouble }) => (trouble === null ? [] : [{ name, trouble }])),
  };
};
