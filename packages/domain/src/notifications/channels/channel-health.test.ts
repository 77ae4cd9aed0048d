import { describe, expect, it } from 'vitest';
import type { ChannelType } from '../../plans/plans.ts';
import { channelHealth } from './channel-health.ts';

const channel = (type: ChannelType, changes: { complete?: boolean; brokenAt?: Date } = {}) => ({
  type,
  name: `Our ${type}`,
  complete: true,
  brokenAt: null,
  ...changes,
});
const everything = { available: ['email', 'slack', 'webhook'], sendsMail: true } as const;

describe('alerts', () => {
  it('cannot be delivered if no channel is enabled', () => {
    expect(channelHealth([], everything)).toEqual({ working: [], failing: [] });
  });

  it('come by every channel that is whole, and each other one says why not', () => {
    const enabled = [channel('email'), channel('slack', { brokenAt: new Date(0) }), channel('webhook', { complete: false })];
    expect(channelHealth([...enabled, channel('pagerduty')], everything)).toEqual({
      working: ['Our email'],
      failing: [
        { name: 'Our slack', trouble: 'broken' },
        { name: 'Our webhook', trouble: 'incomplete' },
        { name: 'Our pagerduty', trouble: 'not_in_plan' },
      ],
    });
  });

  it('do not come by mail without a mail server', () => {
    expect(channelHealth([channel('email'), channel('slack')], { ...everything, sendsMail: false })).toEqual({
      working: ['Our slack'],
      failing: [{ name: 'Our email', trouble: 'no_mail_server' }],
    });
  });
});
