import { z } from '@hono/zod-openapi';
import { listChannels, rotateSigningSecret, saveChannel } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { answers, takes } from '../../../wire/media.ts';
import { pageShape, wholeOrPageOf } from '../../../wire/page.ts';
import { laterPageParameters } from '../../../wire/parameters.ts';
import { channelBody, channelOf, wireChannel } from './channel-wire.ts';

const tag = 'Notifications';
const path = '/v1/notifications/channels';

const savedChannel = z
  .object({
    channel: wireChannel,
    signing_secret: z.string().nullable().openapi({
      description: 'Of a webhook that is complete for the first time: what its messages are signed with. It is not shown again.',
      example: null,
    }),
  })
  .openapi('SavedChannel');

const signingSecret = z
  .object({
    signing_secret: z.string().openapi({
      description: 'It is answered here and never again.',
      example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    }),
  })
  .openapi('SigningSecret');

export const channelOperations: readonly Operation[] = [
  operation(listChannels, {
    method: 'get',
    path,
    tag,
    summary: 'List channels',
    description: 'The first channel of every kind, whether ever saved or not. `GET /v1/notification-channels` lists all.',
    query: z.object(laterPageParameters('Channels')),
    answers: answers('All ten, or a page.', z.object({ channels: z.array(wireChannel), ...pageShape }).openapi('ChannelList')),
    view: ({ channels }, given) => {
      const { rows, ...page } = wholeOrPageOf(channels, given, ({ type }) => type);
      return { channels: rows.map(channelOf), ...page };
    },
  }),
  operation(saveChannel, {
    method: 'post',
    path,
    tag,
    summary: 'Save a channel',
    description:
      'The first of its kind, which is added if there was none. Blank fields are accepted; nothing is sent over a channel that is incomplete.',
    body: takes(channelBody, {
      channel_type: 'slack',
      enabled: true,
      settings: { webhook: 'https://hooks.slack.com/services/T000/B000/XXXX' },
    }),
    input: ({ channelType, ...channel }) => ({ ...channel, type: channelType }),
    answers: answers('Saved.', savedChannel),
    view: ({ channel, ...saved }) => ({ ...saved, channel: channelOf(channel) }),
    errors: ['channel_plan'],
  }),
  operation(rotateSigningSecret, {
    method: 'post',
    path: `${path}/webhook/rotate-secret`,
    tag,
    summary: 'Rotate the signing secret of the webhook',
    description: 'For 24 hours we sign with both secrets, so that your receiver can change over without losing an alert.',
    answers: answers('The new secret.', signingSecret),
    errors: ['channel_incomplete'],
  }),
];
