import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import { type SeededRow, secondAnalytics, secondTimeline } from '../testing/second-analytics.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** Every end is half an hour from where its number of days changes, so that the figures are the same while the test runs. */
const seed = (orgId: string): Promise<unknown> => journey.server.system.db.$client`
  insert into certificates (id, org_id, host, port, domain, issuer, not_before, not_after, created_at, reasons)
  select gen_random_uuid(), ${orgId}, host, 443, host, issuer, not_after - life * interval '1 day', not_after, now() - age * interval '1 day', reasons
  from (
    select host, issuer, life, age, reasons, now() + left_days * interval '1 day' + interval '30 minutes' as not_after
    from (values
      ('www.harborline.example', 'Let''s Encrypt', 90, 3, 40, '{}'::text[]),
      ('api.harborline.example', 'Let''s Encrypt', 90, 200, 3, '{}'),
      ('mail.harborline.example', 'DigiCert Inc', 199, 90, 70, '{}'),
      ('vpn.northwind.example', 'DigiCert Inc', 397, 400, 170, '{}'),
      ('sso.northwind.example', 'Sectigo Limited', 200, 1, 22, '{}'),
      ('shop.lumen.example', 'Lumen Root', 3650, 60, 2000, '{self_signed}'),
      ('old.orchard.example', 'Let''s Encrypt', 90, 100, 12, '{}'),
      ('git.fernhill.example', 'Google Trust Services', 45, 20, 44, '{}'),
      ('cdn.fernhill.example', 'Google Trust Services', 7, 12, -3, '{}')
    ) as given (host, issuer, life, age, left_days, reasons)
  ) as dated`;

const rowsOf = async (orgId: string): Promise<SeededRow[]> => {
  const rows = await journey.server.system.db.$client<
    { domain: string; issuer: string; not_before: string; not_after: string; created_at: string; reasons: string[] }[]
  >`select domain, issuer, not_before, not_after, created_at, reasons from certificates where org_id = ${orgId}`;
  return rows.map((row) => ({
    ...{ domain: row.domain, issuer: row.issuer, isTrusted: row.reasons.length === 0 },
    ...{ notBefore: new Date(row.not_before), notAfter: new Date(row.not_after), createdAt: new Date(row.created_at) },
  }));
};

/** The text of a card behind its label. */
const cardOf = async (page: Page, list: string, label: string): Promise<string> => {
  const card = page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: label });
  return ((await card.textContent()) ?? '').replace(label, '');
};

it('every figure on the screen equals the one that a second implementation gets from the rows', async () => {
  const viewer = await newPerson(journey.server, { role: 'viewer' }, 'Enterprise');
  await seed(viewer.orgId);
  const rows = await rowsOf(viewer.orgId);
  const now = new Date();
  const expected = secondAnalytics(rows, now);
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, viewer, '/analytics');

  await page.getByRole('img', { name: new RegExp(`^Security Risk Score ${expected.risk} of 100`) }).waitFor();
  await page.getByRole('img', { name: new RegExp(`^SSL Health Score ${expected.health} of 100`) }).waitFor();
  expect(await cardOf(page, 'Scores', 'Certificate Health')).toContain(`${expected.healthy} of ${rows.length} healthy`);

  const insights: Readonly<Record<string, number>> = {
    'Average days to expiry': expected.averageDays,
    'Certificate authorities': expected.authorities,
    'Chain validation': expected.chainPercent,
    'Added this month': expected.addedThisMonth,
  };
  const shown = Object.keys(insights).map(
    async (label) => [label, Number.parseFloat(await cardOf(page, 'Certificate Insights', label))] as const,
  );
  expect(Object.fromEntries(await Promise.all(shown))).toEqual(insights);

  const lifecycle = page.getByRole('region', { name: 'Lifecycle', exact: true }).getByRole('listitem');
  await lifecycle.first().waitFor();
  expect(await lifecycle.locator('b').allTextContents()).toEqual(expected.lives.map(String));

  const cost = await page.getByRole('region', { name: 'Estimated annual cost' }).textContent();
  const { annual, individual, savings, wildcards, extra } = expected.cost;
  for (const part of [`$${annual.toLocaleString('en')}`, `${wildcards} wildcard groups`, `${extra} extra domains`])
    expect(cost).toContain(part);
  for (const amount of [individual, savings]) expect(cost).toContain(`$${amount.toLocaleString('en')}`);

  for (const days of [30, 90, 365]) {
    await page
      .getByRole('navigation', { name: 'Window' })
      .getByRole('link', { name: `${days} d`, exact: true })
      .click();
    await page.getByText(new RegExp(`certificates? expires? in the next ${days} days\\.$`)).waitFor();
    const cells = page.getByRole('table', { name: 'Lifecycle timeline' }).locator('tbody td[data-col~="count"]');
    expect((await cells.allTextContents()).map(Number)).toEqual(secondTimeline(rows, now, days));
  }

  const issuers = page.getByRole('region', { name: 'Issuer distribution' }).getByRole('listitem');
  const [names, counts] = await Promise.all([issuers.getByRole('link').allTextContents(), issuers.locator('b').allTextContents()]);
  expect(new Map(names.map((name, index) => [name, Number(counts[index])]))).toEqual(new Map(expected.issuers));
  expectQuiet(watched);
});
