import { describe, expect, it } from 'vitest';
import type { ChannelType } from '../plans/plans.ts';
import { alertReach } from './alert-reach.ts';

const channel = (type: ChannelType, changes: { complete?: boolean; brokenAt?: Date } = {}) => ({
  type,
  complete: true,
  brokenAt: null,
  ...changes,
});
const everything = { available: ['email', 'slack', 'webhook'], sendsMail: true } as const;

describe('alerts', () => {
  it('reach nobody where no channel is enabled', () => {
    expect(alertReach([], everything)).toEqual({ reaching: [], failing: [] });
  });

  it('come by every channel that is whole, and each other one says why not', () => {
    const enabled = [channel('email'), channel('slack', { brokenAt: new Date(0) }), channel('webhook', { complete: false })];
    expect(alertReach([...enabled, channel('pagerduty')], everything)).toEqual({
      reaching: ['email'],
      failing: [
        { type: 'slack', trouble: 'broken' },
        { type: 'webhook', trouble: 'incomplete' },
        { type: 'pagerduty', trouble: 'not_in_plan' },
      ],
    });
  });

  it('do not come by mail without a mail server', () => {
    expect(alertReach([channel('email'), channel('slack')], { ...everything, sendsMail: false })).toEqual({
      reaching: ['slack'],
      failing: [{ type: 'email', trouble: 'no_mail_server' }],
    });
  });
});
