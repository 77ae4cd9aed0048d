import { z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import type { ChannelView } from '@notafter/features';
import { savedBody } from '../../../wire/fields.ts';

export const channelNames = [...channelTypes, 'victorops'] as const;
const UNKNOWN = `must be one of ${channelTypes.join(', ')}`;

/** A kind of channel as it arrives: Splunk On-Call's old name is taken too. */
export const channelType = () => z.enum(channelNames, UNKNOWN).transform((name) => (name === 'victorops' ? ('splunk' as const) : name));

export const wireChannel = z
  .object({
    channel_type: z.enum(channelTypes).openapi({ example: 'slack' }),
    enabled: z.boolean(),
    settings: z.record(z.string(), z.string()).openapi({
      description: 'Every field of its kind. Secrets are masked: their last characters at most.',
      example: { webhook: '••••XXXX' },
    }),
    state: z.enum(['disabled', 'incomplete', 'configured', 'not_in_plan']).openapi({
      description: '`not_in_plan`: what is stored stays, and nothing is sent over it.',
      example: 'configured',
    }),
    trouble: z.enum(['not_in_plan', 'incomplete', 'broken', 'no_mail_server']).nullable().openapi({
      description: 'Why an enabled channel brings alerts to nobody; null when it delivers, or is disabled.',
      example: null,
    }),
    broken_reason: z
      .string()
      .nullable()
      .openapi({ description: 'Why its receiver takes nothing any more, until it is saved or tested again; else null.', example: null }),
  })
  .openapi('Channel');

export const channelSettings = () =>
  z
    .record(z.string().max(100), z.string('must be a text').max(10_000, 'has at most 10000 characters'), 'must be an object of texts')
    .openapi({ description: 'By field. A masked value that comes back, or a field left out, keeps what is stored.' });

export const channelBody = savedBody(wireChannel, {
  channel_type: channelType().openapi({ type: 'string', enum: [...channelNames], description: '`victorops` is `splunk`.' }),
  enabled: z.boolean('must be true or false'),
  settings: channelSettings(),
}).openapi('ChannelToSave');

/** A channel's settings are texts by field; what a form says of each field stays inside. */
export const channelOf = ({ type, fields, ...channel }: ChannelView) => ({
  ...channel,
  channelType: type,
  settings: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
});
