import { z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import { type TestedChannel, testAllChannels, testChannel, testStatusPage } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { lineField, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { channelNames, channelType } from './channel-wire.ts';

const testedChannel = z
  .object({
    channel_type: z.enum(channelTypes).openapi({ example: 'slack' }),
    channel_name: z.string().openapi({ example: 'Slack' }),
    result: z.enum(['sent', 'failed', 'disabled', 'incomplete', 'not_in_plan']).openapi({
      description: '`sent` or `failed` where a test went out, else what kept it back.',
      example: 'sent',
    }),
    reason: z.string().nullable().openapi({ description: 'For people: why it failed or was not tried.', example: null }),
  })
  .openapi('TestedChannel');

const testedChannels = z
  .object({
    message: z.string().openapi({ example: 'Test notifications sent!' }),
    sent: z.array(z.enum(channelTypes)).openapi({ description: 'Where it arrived.', example: ['email', 'slack'] }),
    failed: z
      .array(z.object({ channel_type: z.enum(channelTypes), reason: z.string() }))
      .openapi({ description: 'Where it did not, and why.', example: [] }),
    results: z.array(testedChannel).openapi({ description: 'Every channel with its result, and each kind without one.' }),
  })
  .openapi('TestedChannels');

const channelOf = ({ type, name, ...tested }: TestedChannel) => ({ ...tested, channelType: type, channelName: name });

const statusPage = strictBody({
  status_page_url: lineField(500).refine(
    (url) => ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''),
    'Enter the whole address, https:// included.',
  ),
  status_page_api_key: lineField(500).openapi({ description: 'A masked one stands for what is stored.' }),
}).openapi('StatusPageToTest');

export const testChannelOperation = operation(testChannel, {
  method: 'post',
  path: '/v1/notifications/channels/{type}/test',
  tag: 'Notifications',
  summary: 'Test a channel',
  description: 'Sends a test and waits for the receiver. A delivered test resumes a broken channel.',
  params: z.object({
    type: channelType().openapi({
      type: 'string',
      enum: [...channelNames],
      description: 'The kind of channel; `victorops` is `splunk`.',
      example: 'slack',
    }),
  }),
  answers: says('Test notification sent!'),
  missing: 'channel_not_found',
  errors: ['channel_incomplete', 'channel_test_failed', 'channel_plan', 'rate_limited'],
});

export const testAllOperation = operation(testAllChannels, {
  method: 'post',
  path: '/v1/notifications/test-all',
  tag: 'Notifications',
  summary: 'Test all channels',
  description:
    'Sends a test over every configured channel of the plan and waits for what their receivers say. `no_channel_to_test` when there is none; its details name each channel and why it was not tried.',
  answers: answers('Tried.', testedChannels),
  view: ({ results }) => {
    const failed = results.filter(({ result }) => result === 'failed');
    return {
      message: failed.length === 0 ? 'Test notifications sent!' : 'Failed to send test notifications',
      sent: [...new Set(results.filter(({ result }) => result === 'sent').map(({ type }) => type))],
      failed: failed.map(({ type, reason }) => ({ channelType: type, reason: reason ?? '' })),
      results: results.map(channelOf),
    };
  },
  errors: ['no_channel_to_test', 'rate_limited'],
});

export const testStatusPageOperation = operation(testStatusPage, {
  method: 'post',
  path: '/v1/statuspage/test',
  tag: 'Notifications',
  summary: 'Test the status page',
  description: 'Asks StatusPage.io for the name of the page.',
  body: takes(statusPage, { status_page_url: 'https://status.example.com', status_page_api_key: 'an API key' }),
  input: ({ statusPageUrl, statusPageApiKey }) => ({ url: statusPageUrl, apiKey: statusPageApiKey }),
  answers: answers(
    'The key opens the page.',
    z.object({ pageName: z.string().openapi({ example: 'Example Status' }) }).openapi('StatusPageName'),
  ),
  errors: ['status_page_failed', 'smart_notifications_plan', 'rate_limited'],
});
