import { alerts, certificates, deliveries } from '@notafter/db';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { updateCertificateTags } from '../certificates/update-certificate-tags.ts';
import { addEnvironment } from '../environments/add-environment.ts';
import { saveAlertRoute } from '../notifications/routing/save-alert-route.ts';
import { makeChannel } from '../notifications/testing/delivery-fixtures.ts';
import { transparencyStage } from './testing/transparency-stage.ts';

const { host, monitor, issued, log, watchLearned, sweep, ctx, org, domain } = transparencyStage();

const channel = (name: string, inDefaultRoute = false) =>
  makeChannel(ctx(), org().org.id, 'slack', true, { name, queue: `slack:${name}`, inDefaultRoute });
const tagged = async (name: string, tags: Record<string, string>) => {
  const id = await monitor(name);
  await updateCertificateTags(org(), { id, tags });
  return id;
};
/** The queues that each alert goes to, by the first name of its certificate. */
const sent = async (): Promise<Record<string, string[]>> => {
  const rows = await ctx()
    .db.select({ name: alerts.domain, queue: deliveries.channel })
    .from(alerts)
    .innerJoin(deliveries, eq(deliveries.alertId, alerts.id))
    .where(and(eq(alerts.orgId, org().org.id), eq(alerts.rule, 'unknown_issuance')));
  const byName = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, found]) => [name, found.map(({ queue }) => queue).toSorted()]));
};
const foreign = (...names: string[]) => issued(names.join(' '), { names, issuerOrganization: 'Other CA' });

describe('an alert on an issued certificate', () => {
  it('goes where the routes of the endpoints with one of its names lead, also by a wildcard', async () => {
    const [a, b] = [await channel('A'), await channel('B'), await channel('Team', true)];
    const { environment } = await addEnvironment(org(), { name: 'Production', description: '' });
    await saveAlertRoute(org(), { tag: 'customer=a', channelIds: [a] });
    await saveAlertRoute(org(), { environmentId: environment.id, channelIds: [b] });
    await tagged(host('a'), { customer: 'a' });
    await tagged(host('plain'), { customer: 'c' });
    const placed = await monitor(host('b'));
    await ctx().db.update(certificates).set({ environmentId: environment.id }).where(eq(certificates.id, placed));
    await watchLearned();
    await log(foreign(host('a')), foreign(host('b'), host('a')), foreign(host('*')), foreign(host('plain')));
    await sweep();
    expect(await sent()).toEqual({
      [host('a')]: ['slack:A'],
      [host('b')]: ['slack:A', 'slack:B'],
      [host('*')]: ['slack:A', 'slack:B'],
      [host('plain')]: ['slack:Team'],
    });
  });

  it('for other names goes where the routes of the endpoints below its watched domain lead, else to the default route', async () => {
    const [a] = [await channel('A'), await channel('Team', true)];
    await saveAlertRoute(org(), { tag: 'customer=a', channelIds: [a] });
    const id = await tagged(host('a'), { customer: 'a' });
    await tagged(`not${domain()}`, { customer: 'a' });
    await watchLearned();
    await log(foreign(host('new')));
    await sweep();
    await updateCertificateTags(org(), { id, tags: {} });
    await log(foreign(host('later')));
    await sweep();
    expect(await sent()).toEqual({ [host('new')]: ['slack:A'], [host('later')]: ['slack:Team'] });
  });
});
