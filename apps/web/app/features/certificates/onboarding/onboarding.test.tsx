import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleStats } from '../testing/samples.ts';
import type { DashboardStats } from '../types.ts';
import { dismissalCookie, isDismissed, onboardingSteps, useFirstSteps } from './first-steps.ts';
import { OnboardingCard } from './onboarding-card.tsx';

vi.mock('../../../shell/navigation.ts', () => ({ hasScreen: () => true }));

const forget = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: removes the cookie that the card writes.
  document.cookie = 'onboarding_dismissed=; path=/; max-age=0';
};
beforeEach(forget);
afterEach(clearScreen);

const nothingDone = sampleStats({ total: 0, certificateLimit: 5 });
interface Shown {
  readonly stats?: DashboardStats | undefined;
  readonly dismissed?: boolean | null;
  readonly role?: 'admin' | 'viewer';
}
function Card({ stats, dismissed = null }: Pick<Shown, 'stats' | 'dismissed'>) {
  const firstSteps = useFirstSteps(stats, dismissed);
  return firstSteps === null ? null : <OnboardingCard {...firstSteps} />;
}
const show = ({ stats = nothingDone, dismissed = null, role = 'admin' }: Shown = {}) =>
  renderAppScreen(<Card stats={stats} dismissed={dismissed} />, { role });
const card = () => screen.queryByRole('region', { name: 'First steps' });
const shownCard = () => within(screen.getByRole('region', { name: 'First steps' }));

describe('the steps', () => {
  const done = (stats: DashboardStats, isThere?: (path: string) => boolean) =>
    onboardingSteps(stats, isThere).map((step) => `${step.to} ${step.done ? 'done' : 'open'}`);

  it.each([
    [0, false, ['open', 'open', 'open']],
    [1, false, ['done', 'open', 'done']],
    [0, true, ['open', 'done', 'open']],
    [7, true, ['done', 'done', 'done']],
  ])('with %i certificates and an enabled channel: %s', (total, channelEnabled, states) => {
    expect(done(sampleStats({ total, channelEnabled }))).toEqual([
      `/certificates/add ${states[0]}`,
      `/notifications ${states[1]}`,
      `/analytics ${states[2]}`,
    ]);
  });

  it('leave out missing screens', () => {
    expect(done(nothingDone, (path) => path !== '/analytics')).toEqual(['/certificates/add open', '/notifications open']);
  });
});

describe('the card', () => {
  it('counts what is done and offers the next step first', () => {
    show({ stats: sampleStats({ total: 2, certificateLimit: 5 }) });
    const steps = shownCard();
    expect([steps.getByText('2 of 3'), steps.getByText('2 of 5 added')]).toHaveLength(2);
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/notifications', '/analytics']);
  });

  it('is hidden when all steps are done', () => {
    show({ stats: sampleStats({ total: 1, channelEnabled: true }) });
    expect(card()).toBeNull();
  });

  it('is not shown while loading', () => {
    renderAppScreen(<Card stats={undefined} dismissed={false} />);
    expect(card()).toBeNull();
  });

  it('is not shown to viewers, who can do none of the steps', () => {
    show({ role: 'viewer' });
    expect(card()).toBeNull();
  });

  it('stays hidden for the person who dismissed it, and for no one else', () => {
    show();
    fireEvent.click(shownCard().getByRole('button', { name: 'Dismiss the first steps' }));
    expect(card()).toBeNull();
    clearScreen();
    show();
    expect(card()).toBeNull();
    expect([isDismissed(document.cookie, 'person-1'), isDismissed(document.cookie, 'person-2')]).toEqual([true, false]);
  });

  it('follows the server until scripts run', () => {
    show({ dismissed: true });
    expect(card()).toBeNull();
  });
});

it('reads its cookie among others', () => {
  const [pair = ''] = dismissalCookie('a1').split(';');
  expect(isDismissed(`x=1; ${pair}; y=2`, 'a1')).toBe(true);
  for (const cookies of ['', 'onboarding_dismissed=a12', `not_${pair}`, 'onboarding_dismissed='])
    expect(isDismissed(cookies, 'a1')).toBe(false);
});
