import { addMs, DAY_MS, HOUR_MS, type OrganizationId, SECOND_MS } from '@notafter/domain';
import { makeCertificates, makeUser, TEST_PASSWORD } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckoutStandIn, startCheckout } from '../testing/checkout-stand-in.ts';
import {
  expectAccessible,
  expectNothingWider,
  expectQuiet,
  hydrated,
  type Journey,
  pressInTurn,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import { type StripeEvent, type StripePurchase, sendStripe, stripePurchase } from '../testing/stripe-events.ts';

let checkout: CheckoutStandIn;
let journey: Journey;
beforeAll(async () => {
  checkout = await startCheckout(() => journey.siteUrl);
  journey = await startJourney(checkout.env);
});
afterAll(async () => {
  await journey?.close();
  await checkout?.close();
});

const now = (): Date => journey.server.system.clock.now();
const send = async (...events: readonly StripeEvent[]): Promise<void> => {
  for (const event of events) expect(await sendStripe(journey.server, event)).toBe(200);
};
const fill = (orgId: OrganizationId, count: number) =>
  makeCertificates(
    journey.server.system,
    orgId,
    Array.from({ length: count }, () => ({})),
  );

/** The reference in the checkout link of a plan. */
const checkoutOf = async (page: Page, plan: string): Promise<URL> => {
  const href = await page.getByRole('link', { name: `Start 7-Day Trial of ${plan}` }).getAttribute('href');
  return new URL(href ?? '');
};
const referenceOn = async (page: Page, plan = 'Enterprise'): Promise<string> =>
  (await checkoutOf(page, plan)).searchParams.get('client_reference_id') ?? '';
const currentPlan = (page: Page, plan: string) => page.getByRole('region', { name: 'Current Plan' }).getByText(plan, { exact: true });

/** A person who has bought Team, on the billing screen. */
const onTeam = async (page: Page, boughtAt: Date): Promise<{ orgId: OrganizationId; bought: StripePurchase }> => {
  const person = await newPerson(journey.server, {}, 'Forever Free');
  await signInOn(page, person, '/billing');
  const bought = stripePurchase(await referenceOn(page), 'team_monthly', boughtAt);
  await send(bought.checkout, bought.subscription('created'));
  await visit(page, '/billing');
  await currentPlan(page, 'Team').waitFor();
  return { orgId: person.orgId, bought };
};

describe('buying', () => {
  it('shows no confetti with reduced motion', async () => {
    const watched = await journey.open({ reducedMotion: 'reduce' });
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server, {}, 'Team'), '/billing/success');
    await page.getByText('Your organization is on the Team plan.').waitFor();
    await expectAccessible(page, 'a payment without confetti');
    expect(await page.locator('canvas').count()).toBe(0);
    expectQuiet(watched);
  });

  it('opens the checkout in a new tab, and changes the plan after the event of the provider', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server, {}, 'Forever Free');
    await signInOn(page, person);
    await pressInTurn(page, 'g', 'b');
    await page.waitForURL('**/billing');
    await page.getByText('7-day free trial').waitFor();
    await expectAccessible(page, 'the plans');
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNothingWider(page, `the plans at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const url = await checkoutOf(page, 'Team');
    expect([url.pathname, url.searchParams.get('prefilled_email')]).toEqual(['/team_monthly', person.email]);

    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Start 7-Day Trial of Team' }).click(),
    ]);
    await tab.getByRole('link', { name: 'Pay' }).click();
    await hydrated(tab);
    await tab.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await tab.getByText('The payment is being confirmed...').waitFor();
    await expectAccessible(tab, 'a payment on its way');
    const bought = stripePurchase(url.searchParams.get('client_reference_id') ?? '', 'team_monthly', now());
    const trial = { status: 'trialing', trial_end: Math.floor(addMs(now(), 7 * DAY_MS).getTime() / SECOND_MS) };
    // In a realistic order: the subscription before its checkout, and each of them twice.
    await send(bought.subscription('created', trial), bought.checkout, bought.subscription('created', trial), bought.checkout);
    await tab.getByText('Your organization is on the Team plan.').waitFor();
    await tab.getByText('Harborline · Team').waitFor();
    await expectAccessible(tab, 'a payment that succeeded');
    await tab.getByRole('link', { name: 'Add Your First Certificate' }).click();
    await tab.waitForURL('**/certificates/add');

    await visit(page, '/billing');
    await currentPlan(page, 'Team').waitFor();
    await page.getByText('Trial ends').waitFor();
    expect(await page.getByText('7-day free trial').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    // A background tab does not render.
    await page.bringToFront();
    const confetti = page.locator('body > canvas');
    await Promise.all([confetti.waitFor({ state: 'attached' }), visit(page, '/billing/success')]);
    // Its animation takes several frames, and a busy machine renders few per second.
    await confetti.waitFor({ state: 'detached', timeout: 120_000 });
    expectQuiet(watched);
  });

  it('that is canceled charges nothing and leads back', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await page.addInitScript(() => localStorage.setItem('darkMode', 'false'));
    await signInOn(page, await newPerson(journey.server, {}, 'Forever Free'), '/billing');
    await page.getByRole('button', { name: 'Annual' }).click();
    await expectAccessible(page, 'the plans by the year, in light');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Start 7-Day Trial of Essentials' }).click(),
    ]);
    await tab.waitForURL((url) => url.pathname === '/essentials_annual');
    await tab.getByRole('link', { name: 'Leave' }).click();
    await tab.getByRole('heading', { name: 'Payment Canceled!' }).waitFor();
    await hydrated(tab);
    await expectAccessible(tab, 'a payment that was left');
    await tab.getByRole('link', { name: 'Retry Payment' }).click();
    await currentPlan(tab, 'Forever Free').waitFor();
    expectQuiet(watched);
  });

  it('is not triggered by an unsigned event', async () => {
    const { page } = await journey.open();
    await signInOn(page, await newPerson(journey.server, {}, 'Forever Free'), '/billing');
    const forged = stripePurchase(await referenceOn(page), 'enterprise_annual', now());
    for (const event of [forged.checkout, forged.subscription('created')]) {
      expect(await sendStripe(journey.server, event, 'whsec_somebody_elses')).toBe(400);
    }
    await visit(page, '/billing');
    await currentPlan(page, 'Forever Free').waitFor();
  });
});

describe('a change of plan', () => {
  it('to a larger one remains when the older subscription ends', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const { bought } = await onTeam(page, addMs(now(), -DAY_MS));
    const larger = stripePurchase(await referenceOn(page), 'enterprise_annual', now());
    await send(larger.subscription('created'), larger.checkout, bought.subscription('deleted', { status: 'canceled' }, now()));
    await visit(page, '/billing');
    await currentPlan(page, 'Enterprise').waitFor();
    await currentPlan(page, '$1,990 / year').waitFor();
    expectQuiet(watched);
  });

  it('to one that is too small shows a dialog', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const { orgId } = await onTeam(page, now());
    await fill(orgId, 22);
    await visit(page, '/billing');
    await page.getByRole('button', { name: 'Start 7-Day Trial of Essentials' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan Downgrade Warning' });
    await dialog.getByText('You currently have more certificates than allowed in the selected plan.').waitFor();
    await dialog.getByText('you need to remove 2 certificate(s)').waitFor();
    await expectAccessible(page, 'the downgrade dialog');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(page.context().pages()).toHaveLength(1);
    expectQuiet(watched);
  });
});

describe('an end', () => {
  it('by cancellation keeps the plan for the period, then the monitored certificates, without new ones', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const { orgId, bought } = await onTeam(page, addMs(now(), -HOUR_MS));
    await fill(orgId, 6);
    await send(bought.subscription('updated', { cancel_at_period_end: true }, now()));
    await visit(page, '/billing');
    await page.getByText('The Team plan is canceled and ends on').waitFor();
    await expectAccessible(page, 'a plan that is cancelled');
    await send(bought.subscription('deleted', { status: 'canceled' }, addMs(now(), SECOND_MS)));
    await visit(page, '/billing');
    await currentPlan(page, 'Forever Free').waitFor();
    await page.getByText("1 above the limit. Monitoring continues, but you can't add more.").waitFor();
    await expectAccessible(page, 'a plan that is over its limit');

    await visit(page, '/certificates/add');
    watched.expect(/403/);
    await page.getByLabel('Enter Domain').fill(journey.farm.domain('one-more'));
    await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
    await page.getByText('Certificate limit reached. Upgrade your plan to add more certificates.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Upgrade Plan' }).first().click();
    await page.waitForURL('**/billing');
    expectQuiet(watched);
  });

  it('by a failed payment names its day, comes after 14 days, and is undone by a payment', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const { bought } = await onTeam(page, addMs(now(), -20 * DAY_MS));
    const failedAt = addMs(now(), -2 * DAY_MS);
    await send(bought.invoice('invoice.payment_failed', failedAt), bought.subscription('updated', { status: 'past_due' }, failedAt));
    await visit(page, '/billing');
    const day = addMs(failedAt, 14 * DAY_MS)
      .toISOString()
      .slice(0, 10);
    await page.getByText(`The Team plan ends on ${day} unless you pay by then.`).waitFor();
    expect(await page.getByRole('link', { name: 'Update Payment' }).getAttribute('href')).toContain('/portal');
    await currentPlan(page, 'Team').waitFor();
    await expectAccessible(page, 'a payment that failed');

    const earlier = addMs(now(), -15 * DAY_MS);
    await send(bought.invoice('invoice.payment_failed', earlier));
    await visit(page, '/billing');
    await currentPlan(page, 'Forever Free').waitFor();
    await page.getByText('so the plan ended on').waitFor();
    await send(bought.invoice('invoice.paid', now()), bought.subscription('updated', {}, now()));
    await visit(page, '/billing');
    await currentPlan(page, 'Team').waitFor();
    expectQuiet(watched);
  });
});

it('viewers see plan and usage, and no payments', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const { orgId } = await newPerson(journey.server, {}, 'Team');
  const { email } = await makeUser(journey.server.system, orgId, { role: 'viewer', password: TEST_PASSWORD });
  await signInOn(page, { email, password: TEST_PASSWORD }, '/billing');
  await currentPlan(page, 'Team').waitFor();
  await page.getByText('An admin of your organization can change the plan.').waitFor();
  expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
  const answer = Object(await (await page.request.get('/v1/billing/plan')).json());
  expect([answer.plan, answer.client_reference_id, answer.checkout]).toEqual(['Team', undefined, undefined]);
  expect(await page.content()).not.toMatch(/clientReferenceId|prefilled_email/);
  await expectAccessible(page, 'the plans of a viewer');
  expectQuiet(watched);
});

describe('self-hosted', () => {
  let own: Journey;
  beforeAll(async () => {
    own = await startJourney({ ...checkout.env, DEFAULT_PLAN: 'Self-hosted' });
  });
  afterAll(() => own?.close());

  it('shows nothing of billing anywhere', async () => {
    const watched = await own.open();
    const { page } = watched;
    await signInOn(page, await newPerson(own.server, {}, 'Forever Free'));
    // Each path with an element that it shows once loaded.
    for (const [path, shown] of [
      ['/certificates', 'No certificates yet'],
      ['/certificates/add', 'Add many'],
      ['/notifications?tab=channels', 'Zapier'],
      ['/notifications?tab=smart', 'Escalation'],
      ['/users', 'Create Environment'],
      ['/discovery', 'Discover'],
      ['/settings?tab=2', 'Create API Key'],
      ['/settings?tab=3', 'Base address'],
      ['/audit', 'Rows are kept for 400 days.'],
    ] as const) {
      await visit(page, path);
      await page.getByText(shown, { exact: true }).first().waitFor();
      expect(await page.locator('a[href^="/billing"]').count(), path).toBe(0);
      expect(await page.getByText(/Upgrade Plan|Trial/).count(), path).toBe(0);
    }
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await keys.getByText('Discovery').waitFor();
    expect(await keys.getByText('Billing').count()).toBe(0);
    await visit(page, '/billing');
    await page.getByText('self-hosted. All features are included').waitFor();
    expect(await page.getByText(/Trial|\$|Current Plan/).count()).toBe(0);
    await expectAccessible(page, 'billing where nothing is sold');
    expectQuiet(watched);
  });
});
