import { z } from '@hono/zod-openapi';
import { CHANNELS_MAX, channelTypes, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import { type AlertRoute, listAlertRoutes, type RoutedChannel, removeAlertRoute, saveAlertRoute } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters, wireId } from '../../../wire/parameters.ts';

const tag = 'Alerts';
const path = '/v1/notification-routes';

export const wireRoutedChannel = z
  .object({
    id: rowId(),
    channel_type: z.enum(channelTypes).openapi({ example: 'slack' }),
    name: z.string().openapi({ example: 'Customer A' }),
    delivers: z.boolean().openapi({ description: 'It is enabled, and nothing prevents delivery.', example: true }),
  })
  .openapi('RoutedChannel');

export const routeSubjectShape = {
  id: rowId(),
  tag: z.string().nullable().openapi({ description: '`name=value` in lower case.', example: 'customer=a' }),
  environment_id: rowId()
    .nullable()
    .openapi({ description: 'With `tag` null too, it was deleted: the route matches nothing.', example: null }),
  environment_name: z.string().nullable().openapi({ example: null }),
};

const wireRoute = z
  .object({
    ...routeSubjectShape,
    matches: z.boolean().openapi({ description: 'It matches a certificate now.', example: true }),
    channel_ids: z.array(rowId()),
    channels: z.array(wireRoutedChannel),
  })
  .openapi('AlertRoute');

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const routeToSave = savedBody(wireRoute, {
  tag: lineField(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
    .regex(/^[^=]+=.+$/, 'Enter a tag as name=value.')
    .nullish()
    .openapi({ example: 'customer=a' }),
  owner: lineField(TAG_VALUE_MAX_LENGTH).nullish().openapi({ description: 'Stands for the tag `owner=`.', example: null }),
  environment_id: wireId<'environment'>('must be a text').nullish().openapi({ format: 'uuid' }),
  channel_ids: z
    .array(wireId<'channel'>('must be a text'), 'must be a list of IDs')
    .min(1, 'Choose at least one channel.')
    .max(CHANNELS_MAX),
})
  .refine(({ tag: ofTag, owner, environment_id }) => [ofTag, owner, environment_id].filter(isGiven).length === 1, {
    path: ['tag'],
    message: 'Name a tag, an owner or an environment.',
  })
  .openapi('AlertRouteToSave');

type Subject = Pick<AlertRoute, 'id' | 'tag' | 'environment'>;
export const routeSubjectOf = ({ environment, ...route }: Subject) => ({
  ...route,
  environmentId: environment?.id ?? null,
  environmentName: environment?.name ?? null,
});

export const routedChannelOf = ({ type, ...channel }: RoutedChannel) => ({ ...channel, channelType: type });

const routeOf = ({ channels, matches, ...subject }: AlertRoute) => ({
  ...routeSubjectOf(subject),
  matches,
  channelIds: channels.map(({ id }) => id),
  channels: channels.map(routedChannelOf),
});

export const alertRouteOperations: readonly Operation[] = [
  operation(listAlertRoutes, {
    method: 'get',
    path,
    tag,
    summary: 'List alert routes',
    description:
      'Oldest first. An alert goes to the channels of every route that matches its certificate, and without one to the default route.',
    query: z.object(pageParameters('Routes')),
    answers: answers('One page.', z.object({ routes: z.array(wireRoute), ...pageShape }).openapi('AlertRouteList')),
    view: ({ routes }, given) => {
      const { rows, ...page } = pageOf(routes, given, ({ id }) => id);
      return { routes: rows.map(routeOf), ...page };
    },
  }),
  operation(saveAlertRoute, {
    method: 'post',
    path,
    tag,
    summary: 'Save an alert route',
    description: 'Name one of `tag`, `owner` and `environment_id`. A route that exists for it gets these channels instead.',
    body: takes(routeToSave, { tag: 'customer=a', channel_ids: ['01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'] }),
    input: ({ tag: ofTag, owner, environmentId, channelIds }) => ({
      tag: ofTag ?? undefined,
      owner: owner ?? undefined,
      environmentId: environmentId ?? undefined,
      channelIds,
    }),
    answers: answers('Saved.', z.object({ route: wireRoute }).openapi('AlertRouteAnswer')),
    view: ({ route }) => ({ route: routeOf(route) }),
    errors: ['channel_not_found', 'environment_not_found', 'alert_route_limit'],
  }),
  operation(removeAlertRoute, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete an alert route',
    description: 'Its certificates alert by other routes that match, or by the default route.',
    params: z.object({ id: idParameter<'alert-route'>('The route.') }),
    answers: says('Route deleted'),
    missing: 'alert_route_not_found',
  }),
];
