import { seedBulkCertificates } from '@notafter/db/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

it('shows issuers, compliance and savings when scrolled into view, and not before', async () => {
  const watched = await journey.open({ viewport: { width: 1280, height: 600 } });
  const { page } = watched;
  const owner = await newPerson(journey.server);
  await seedBulkCertificates(journey.server.system.db, { orgId: owner.orgId, count: 200, now: new Date() });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signInOn(page, owner);
  await page.getByRole('status').filter({ hasText: 'of 200' }).waitFor();
  const widgetsAsked = () => asked.filter((url) => url.includes('certificates.widgets')).length;
  expect(widgetsAsked()).toBe(0);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 4000);
  const compliance = page.getByRole('region', { name: 'Compliance Dashboard' });
  for (const framework of ['PCI DSS', 'HIPAA', 'SOC 2']) {
    expect(await compliance.getByRole('listitem').filter({ hasText: framework }).textContent()).toMatch(
      /(Compliant|Partial|Non-compliant)\d+%/,
    );
  }
  const badge = compliance.getByText(/^(?:Compliant|Partial|Non-compliant)$/).first();
  expect((await badge.boundingBox())?.height, 'a badge is one line with an edge').toBe(22);
  await page.getByRole('region', { name: 'Cost savings' }).getByText('An estimate: $150 a year').waitFor();
  const issuers = page.getByRole('region', { name: 'Issuer distribution' });
  await expectAccessible(page, 'the widgets');
  expect(widgetsAsked()).toBe(1);
  const first = issuers.getByRole('listitem').first();
  const count = await first.locator('b').textContent();
  await first.getByRole('link').click();
  await page
    .getByRole('status')
    .filter({ hasText: `of ${count}` })
    .waitFor();
  expectQuiet(watched);
});
