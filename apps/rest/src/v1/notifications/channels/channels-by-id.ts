import { z } from '@hono/zod-openapi';
import { CHANNEL_NAME_MAX_LENGTH, channelTypes } from '@notafter/domain';
import {
  addChannel,
  type ChannelView,
  listAllChannels,
  removeChannel,
  rotateChannelSecret,
  type SavedChannel,
  testChannelById,
  updateChannel,
} from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters } from '../../../wire/parameters.ts';
import { wireSecret } from '../events/webhook-endpoint-wire.ts';
import { channelOf, channelSettings, channelType, wireChannel } from './channel-wire.ts';

const tag = 'Notifications';
const path = '/v1/notification-channels';
const missing = 'channel_not_found';
const params = z.object({ id: idParameter<'channel'>('The channel.') });

const wireNamedChannel = z
  .object({
    ...wireChannel.shape,
    id: rowId(),
    name: z.string().openapi({ description: 'No other channel of the organization has it.', example: 'Customer A' }),
    in_default_route: z.boolean().openapi({ description: 'It receives the alerts that no route matches.', example: true }),
    route_count: z
      .int()
      .openapi({ description: 'Routes that send to it. Without one, and not in the default route, it receives nothing.', example: 0 }),
  })
  .openapi('NamedChannel');

const name = () => lineField(CHANNEL_NAME_MAX_LENGTH, 'Enter a name.').openapi({ example: 'Customer A' });
const flag = () => z.boolean('must be true or false').optional();

const channelToAdd = savedBody(wireNamedChannel, {
  channel_type: channelType().openapi({ type: 'string', enum: [...channelTypes] }),
  name: name(),
  enabled: flag(),
  settings: channelSettings().optional(),
  in_default_route: flag(),
}).openapi('NamedChannelToAdd');

const channelToUpdate = savedBody(wireNamedChannel, {
  name: name().optional(),
  enabled: flag(),
  settings: channelSettings().optional(),
  in_default_route: flag(),
}).openapi('NamedChannelToUpdate');

const savedChannel = z
  .object({
    channel: wireNamedChannel,
    signing_secret: z
      .string()
      .nullable()
      .openapi({ description: 'Of a webhook that is complete for the first time. It is not shown again.', example: null }),
  })
  .openapi('SavedNamedChannel');

/** Only what was saved has an id. */
const namedOf = ({ id, ...channel }: ChannelView) => ({ ...channelOf({ id, ...channel }), id: id ?? '' });
const savedOf = ({ channel, signingSecret }: SavedChannel) => ({ channel: namedOf(channel), signingSecret });

export const channelByIdOperations: readonly Operation[] = [
  operation(listAllChannels, {
    method: 'get',
    path,
    tag,
    summary: 'List channels by name',
    description: 'Every saved channel, by type, oldest first. `GET /v1/notifications/channels` answers the first of each type.',
    query: z.object(pageParameters('Channels')),
    answers: answers('One page.', z.object({ channels: z.array(wireNamedChannel), ...pageShape }).openapi('NamedChannelList')),
    view: ({ channels }, given) => {
      const saved = channels.filter(({ id }) => id !== null).map(namedOf);
      const { rows, ...page } = pageOf(saved, given, ({ id }) => id);
      return { channels: rows, ...page };
    },
  }),
  operation(addChannel, {
    method: 'post',
    path,
    tag,
    summary: 'Add a channel',
    description: 'A type may have several channels. Alerts go to it by the default route unless `in_default_route` is false.',
    body: takes(channelToAdd, {
      channel_type: 'slack',
      name: 'Customer A',
      settings: { webhook: 'https://hooks.slack.com/services/T000/B000/XXXX' },
      in_default_route: false,
    }),
    input: ({ channelType, name, enabled = true, settings = {}, inDefaultRoute = true }) => ({
      type: channelType,
      name,
      enabled,
      settings,
      inDefaultRoute,
    }),
    answers: answers('Added.', savedChannel),
    view: savedOf,
    errors: ['channel_plan', 'channel_exists', 'channel_limit'],
  }),
  operation(updateChannel, {
    method: 'put',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a channel',
    description: 'Fields left out stay. Resumes a broken channel.',
    params,
    body: takes(channelToUpdate, { name: 'Customer A', enabled: true }),
    answers: answers('Changed.', savedChannel),
    view: savedOf,
    missing,
    errors: ['channel_plan', 'channel_exists'],
  }),
  operation(removeChannel, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a channel',
    description: 'Its log stays. Calls by type mean the next oldest channel of its type.',
    params,
    answers: says('Channel deleted'),
    missing,
    errors: ['channel_in_route'],
  }),
  operation(testChannelById, {
    method: 'post',
    path: `${path}/{id}/test`,
    tag,
    summary: 'Test a channel by its ID',
    description: 'Sends a test and waits for the receiver. A delivered test resumes a broken channel.',
    params,
    answers: says('Test notification sent!'),
    missing,
    errors: ['channel_incomplete', 'channel_test_failed', 'channel_plan', 'rate_limited'],
  }),
  operation(rotateChannelSecret, {
    method: 'post',
    path: `${path}/{id}/rotate-secret`,
    tag,
    summary: 'Rotate the signing secret of a channel',
    description: 'Of a webhook. For 24 hours we sign with both secrets.',
    params,
    answers: answers('The new secret.', z.object({ signing_secret: wireSecret() }).openapi('ChannelSecret')),
    missing,
    errors: ['channel_incomplete'],
  }),
];
