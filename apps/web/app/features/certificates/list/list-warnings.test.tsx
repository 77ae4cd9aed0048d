import { addMs, type ChannelHealth, HOUR_MS } from '@notafter/domain';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleStats } from '../testing/samples.ts';
import { ListWarnings, reachWarning, stalledSince } from './list-warnings.tsx';

afterEach(clearScreen);

describe('the warning about channels', () => {
  it.each<[ChannelHealth, string | null]>([
    [{ working: ['Email'], failing: [] }, null],
    [
      { working: [], failing: [] },
      'critical: No one is receiving alerts. No channel is enabled. Enable one to be alerted before certificates expire.',
    ],
    [
      { working: [], failing: [{ name: 'Email', trouble: 'no_mail_server' }] },
      "critical: No one is receiving alerts. Email can't be delivered: no mail server is configured (SMTP_URL).",
    ],
    [
      {
        working: ['Email', 'Telegram', 'Webhook'],
        failing: [
          { name: 'Slack', trouble: 'broken' },
          { name: 'Microsoft Teams', trouble: 'incomplete' },
          { name: 'PagerDuty', trouble: 'not_in_plan' },
        ],
      },
      'warning: Slack no longer accepts messages, Microsoft Teams is not set up completely, and PagerDuty is not included in your plan. ' +
        'Alerts are still sent by Email, Telegram, and Webhook.',
    ],
    [
      { working: ['Customer A', 'Customer B', 'Customer C', 'Customer D', 'Email'], failing: [{ name: 'Slack', trouble: 'broken' }] },
      'warning: Slack no longer accepts messages. Alerts are still sent by 5 other channels.',
    ],
  ])('%j: %s', (reach, text) => {
    const warning = reachWarning(reach);
    expect(warning === null ? null : `${warning.tone}: ${warning.headline} ${warning.rest}`).toBe(text);
  });

  const unheard = sampleStats({ channelHealth: { working: [], failing: [] } });
  const empty = { ...unheard, total: 0 };
  it('leads admins to the channels when the health panel does not, and warns viewers as well', () => {
    renderAppScreen(<ListWarnings stats={empty} channelsAsked={false} />);
    expect(screen.getByRole('link', { name: 'Open Channels' }).getAttribute('href')).toBe('/notifications?tab=channels');
    clearScreen();
    renderAppScreen(<ListWarnings stats={unheard} channelsAsked={false} />);
    expect(screen.queryByRole('link')).toBeNull();
    clearScreen();
    renderAppScreen(<ListWarnings stats={empty} channelsAsked={false} />, { role: 'viewer' });
    expect([screen.getByText('No one is receiving alerts.'), screen.queryByRole('link')]).toEqual([expect.anything(), null]);
  });

  it('is left to the first steps while they ask for a channel, but not what fails', () => {
    renderAppScreen(<ListWarnings stats={unheard} channelsAsked />);
    expect(screen.queryByText('No one is receiving alerts.')).toBeNull();
    clearScreen();
    const failing = [{ name: 'Email', trouble: 'no_mail_server' }] as const;
    renderAppScreen(<ListWarnings stats={{ ...unheard, channelEnabled: true, channelHealth: { working: [], failing } }} channelsAsked />);
    expect(screen.getByText('No one is receiving alerts.')).toBeTruthy();
  });
});

describe('checks', () => {
  it.each([
    [6, 12, false],
    [6, 12.1, true],
    [0.01, 0.2, false],
    [0.01, 0.3, true],
  ])('every %d h and silent for %d h stand still: %s', (checkIntervalHours, silentHours, stalled) => {
    const lastCheckedAt = addMs(NOW, -silentHours * HOUR_MS);
    expect(stalledSince({ lastCheckedAt, checkIntervalHours }, NOW)).toEqual(stalled ? lastCheckedAt : null);
  });

  it('that never ran are not reported', () => {
    expect(stalledSince({ lastCheckedAt: null, checkIntervalHours: 6 }, NOW)).toBeNull();
  });

  it('that stand still are said with the time of the last one', () => {
    renderAppScreen(<ListWarnings stats={sampleStats({ lastCheckedAt: addMs(NOW, -13 * HOUR_MS) })} channelsAsked={false} />);
    expect(screen.getByText(/^No check has run since/).textContent).toMatch(/ UTC\.$/);
  });
});
