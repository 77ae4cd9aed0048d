import { addMs, DAY_MS, isPlanName } from '@notafter/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { BillingScreen } from './billing-screen.tsx';
import { CancelScreen, SuccessScreen } from './checkout-screens.tsx';
import { someBilling, somePlan } from './testing/samples.ts';
import type { PlanView } from './types.ts';

const thrown = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./confetti.ts', () => ({ throwConfetti: thrown }));

const api = useApiServer();
afterEach(clearScreen);

const open = (view: PlanView, who: Parameters<typeof renderAppScreen>[1] = {}) => {
  api.answer('billing.plan', { value: view });
  renderAppScreen(<BillingScreen />, { at: '/billing', path: '/billing', plan: isPlanName(view.plan) ? view.plan : 'Team', ...who });
  return screen.findByRole('heading', { name: 'Current Plan' });
};
const card = (name: string) => {
  const found = screen.getByRole('heading', { level: 3, name }).closest('li');
  if (found === null) throw new Error(`The card of ${name} is missing.`);
  return within(found);
};
const buttonOf = (name: string) => card(name).queryByRole<HTMLButtonElement>('button') ?? card(name).getByRole('link');

describe('the current plan', () => {
  it.each([
    [somePlan('Team'), '48 of 150 certificates', '32%', '102 left.'],
    [somePlan('Essentials'), '48 of 20 certificates', '100%', "28 above the limit. Monitoring continues, but you can't add more."],
    [somePlan('Enterprise'), '48 certificates', '50%', 'No limit.'],
    [somePlan('Forever Free', { currentCertificates: 5 }), '5 of 5 certificates', '100%', 'None left.'],
  ])('shows its use: %#', async (view, used, width, room) => {
    const heading = await open(view);
    const panel = heading.closest('section');
    expect(panel?.textContent).toContain(used);
    expect(panel?.textContent).toContain(room);
    expect(panel?.querySelector<HTMLElement>('[aria-hidden] > span')?.style.width).toBe(width);
  });

  it('says what it costs, who is in it, and when the next invoice comes', async () => {
    const billing = someBilling({
      status: 'active',
      interval: 'annual',
      periodEndsAt: addMs(NOW, 11 * DAY_MS),
      portalUrl: 'https://pay.example',
    });
    const heading = await open(somePlan('Team', { billing }));
    const panel = within(heading.closest('section') ?? document.body);
    for (const text of ['$490 / year', '3 of 5', '2 of 2', 'Next invoice']) expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Manage payment' }).getAttribute('href')).toBe('https://pay.example');
  });

  it('says when it is the operator\u2019s', async () => {
    await open(somePlan('Professional'));
    expect(screen.getByText('Set by the operator')).toBeTruthy();
    expect(screen.getByText(/The Professional plan was assigned by the operator of this installation\./)).toBeTruthy();
  });
});

describe('the plans', () => {
  it('cost ten months a year, and lead to the checkout of their period in a new tab', async () => {
    await open(somePlan('Forever Free', { currentCertificates: 3 }));
    expect(card('Team').getByText('$49')).toBeTruthy();
    expect(buttonOf('Team').getAttribute('href')).toBe('https://buy.example/Team/monthly?client_reference_id=ref');
    fireEvent.click(screen.getByRole('button', { name: 'Annual' }));
    expect(screen.getByText('2 months free')).toBeTruthy();
    expect(card('Enterprise').getByText('$1,990')).toBeTruthy();
    expect([buttonOf('Team').getAttribute('href'), buttonOf('Team').getAttribute('target')]).toEqual([
      'https://buy.example/Team/annual?client_reference_id=ref',
      '_blank',
    ]);
  });

  it('cannot be bought twice, nor can what is free', async () => {
    await open(somePlan('Team'));
    for (const [name, text] of [
      ['Forever Free', 'Free Forever'],
      ['Team', 'Current Plan'],
    ] as const) {
      expect(card(name).getByRole<HTMLButtonElement>('button', { name: text }).disabled).toBe(true);
    }
    expect(buttonOf('Enterprise').textContent).toBe('Start 7-Day Trial');
  });

  it('say whom to ask where the operator named no checkout', async () => {
    const offers = someBilling().offers.map((offer) => ({ ...offer, monthlyUrl: null }));
    await open(somePlan('Forever Free', { billing: someBilling({ offers }) }));
    expect(card('Team').getByRole<HTMLButtonElement>('button', { name: 'Contact your administrator' }).disabled).toBe(true);
  });

  it('that are too small warn, in the specification\u2019s words, and go no further', async () => {
    const downgrade = { certificatesToRemove: 28, currentCount: 48, newPlanLimit: 20 };
    const offers = someBilling().offers.map((offer) => (offer.plan === 'Essentials' ? { ...offer, downgrade } : offer));
    await open(somePlan('Team', { billing: someBilling({ offers }) }));
    fireEvent.click(buttonOf('Essentials'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan Downgrade Warning' }));
    expect(dialog.getByText('You currently have more certificates than allowed in the selected plan.')).toBeTruthy();
    expect(dialog.getByText(/you need to remove 28 certificate\(s\)/)).toBeTruthy();
    expect(
      dialog.getByText('Please go to the Certificates page and remove the required number of certificates before downgrading your plan.'),
    ).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'I Understand' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('have no button for viewers, and name whom to ask', async () => {
    await open(somePlan('Team', { billing: null }), { role: 'viewer' });
    expect(screen.queryByRole('link', { name: /Trial/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Trial|Current Plan|Free Forever/ })).toBeNull();
    expect(screen.getByText('An admin of your organization can change the plan.')).toBeTruthy();
  });
});

describe('the banner', () => {
  it('of the trial is on Forever Free only', async () => {
    await open(somePlan('Forever Free'));
    expect(screen.getByText('7-day free trial')).toBeTruthy();
    clearScreen();
    await open(somePlan('Essentials'));
    expect(screen.queryByText('7-day free trial')).toBeNull();
  });

  it('of a failed payment names the day on which the plan ends, and where to pay', async () => {
    const failed = { status: 'past_due', paymentFailedAt: new Date('2026-11-18T10:00:00Z'), portalUrl: 'https://pay.example' };
    await open(somePlan('Team', { billing: someBilling(failed) }));
    expect(screen.getByText(/The payment of 2026-11-18 failed\. The Team plan ends on 2026-12-02 unless you pay by then\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Update Payment' }).getAttribute('href')).toBe('https://pay.example');
  });

  it('of a failed payment says so when the plan has ended', async () => {
    await open(
      somePlan('Forever Free', { billing: someBilling({ status: 'past_due', paymentFailedAt: new Date('2026-11-01T10:00:00Z') }) }),
    );
    expect(screen.getByText(/no later payment arrived, so the plan ended on 2026-11-15\./)).toBeTruthy();
  });

  it.each([
    ['Professional', { status: 'past_due', paymentFailedAt: new Date('2026-11-18T10:00:00Z') }],
    ['Professional', { status: 'active', cancelAtPeriodEnd: true, periodEndsAt: new Date('2026-12-10T10:00:00Z') }],
    ['Forever Free', { status: 'canceled', paymentFailedAt: new Date('2026-11-18T10:00:00Z') }],
    ['Forever Free', { status: 'canceled', paymentFailedAt: new Date('2026-10-18T10:00:00Z') }],
  ] as const)('of an end is not shown on %s, which does not end by it: %o', async (plan, given) => {
    await open(somePlan(plan, { billing: someBilling(given) }));
    expect(screen.queryByText(/failed|cancelled|Plan ends/)).toBeNull();
  });

  it('of a cancellation names its day', async () => {
    const billing = someBilling({ status: 'active', cancelAtPeriodEnd: true, periodEndsAt: new Date('2026-12-10T10:00:00Z') });
    await open(somePlan('Team', { billing }));
    expect(screen.getByText(/The Team plan is canceled and ends on 2026-12-10\./)).toBeTruthy();
    expect(screen.getByText('Plan ends')).toBeTruthy();
  });
});

describe('where nothing is sold', () => {
  it.each([
    ['plans', <BillingScreen key="1" />],
    ['thanks', <SuccessScreen key="2" />],
    ['retry', <CancelScreen key="3" />],
  ])('%s are absent, and nothing is requested', (_what, element) => {
    renderAppScreen(element, { at: '/billing', path: '/billing', plan: 'Self-hosted' });
    expect(screen.getByText(/self-hosted\. All features are included/)).toBeTruthy();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(api.calls).toEqual([]);
  });
});

it('says what failed, and asks again', async () => {
  api.answer('billing.plan', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  renderAppScreen(<BillingScreen />, { at: '/billing', path: '/billing' });
  expect(await screen.findByText('The plan did not load')).toBeTruthy();
  api.answer('billing.plan', { value: somePlan('Team') });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Current Plan' })).toBeTruthy();
});

describe('after the checkout', () => {
  it('thanks, celebrates, and names the plan as soon as the server has it', async () => {
    api.answer('billing.plan', { value: somePlan('Forever Free') });
    renderAppScreen(<SuccessScreen />, { at: '/billing/success', path: '/billing/success', plan: 'Forever Free' });
    expect(screen.getByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('The payment is being confirmed...');
    expect(thrown).toHaveBeenCalled();
    api.answer('billing.plan', { value: somePlan('Team') });
    expect(await screen.findByText(/Your organization is on the Team plan\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Your First Certificate' }).getAttribute('href')).toBe('/certificates/add');
    expect(screen.getByRole('link', { name: 'Back Home' }).getAttribute('href')).toBe('/certificates');
  });

  it('says that nothing was charged where it was left', () => {
    renderAppScreen(<CancelScreen />, { at: '/billing/cancel', path: '/billing/cancel' });
    expect(screen.getByRole('heading', { name: 'Payment Canceled!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Retry Payment' }).getAttribute('href')).toBe('/billing');
    expect(screen.getByRole('link', { name: 'Back Home' }).getAttribute('href')).toBe('/certificates');
  });
});
