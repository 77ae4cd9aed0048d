import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { alerts, deliveries, organizations } from './schema/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs the data statements of a migration on rows of the previous version. */
const migrateRows = async (name: string): Promise<void> => {
  const text = await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');
  for (const statement of text.split('--> statement-breakpoint').filter((part) => /^update/im.test(part))) {
    await database.db.execute(sql.raw(statement));
  }
};

it('sets the key of incidents that were opened before, and no key for alerts that were not sent', async () => {
  const { db } = database;
  const now = new Date();
  const orgId = newId<'organization'>();
  await db.insert(organizations).values({ id: orgId, name: 'Acme', plan: 'Enterprise', createdAt: now });
  const certificateId = newId<'certificate'>();
  const about = { orgId, certificateId, domain: 'shop.example', summary: 'Expires soon.', occasion: 'AA', raisedAt: now };
  const sent = { orgId, kind: 'alert', state: 'sent', dueAt: now, createdAt: now, firstAttemptAt: now } as const;
  const rules = [
    ['expiry', 7],
    ['expired', -1],
    ['failing', 0],
  ] as const;
  for (const [rule, threshold] of rules) {
    const alertId = newId<'alert'>();
    await db.insert(alerts).values({ ...about, id: alertId, rule, threshold });
    await db.insert(deliveries).values([
      { ...sent, id: newId<'delivery'>(), alertId, channel: 'pagerduty' },
      { ...sent, id: newId<'delivery'>(), alertId, channel: 'splunk', state: 'pending', firstAttemptAt: null },
      { ...sent, id: newId<'delivery'>(), alertId, channel: 'slack' },
      { ...sent, id: newId<'delivery'>(), alertId, channel: 'pagerduty', kind: 'acknowledged' },
    ]);
  }
  await migrateRows('0022_incident-keys');
  const rows = await db.select().from(deliveries);
  const keys = rows.map(({ channel, kind, incidentKey }) => `${channel} ${kind} ${incidentKey}`).sort();
  const none = rules.flatMap(() => ['pagerduty acknowledged null', 'slack alert null', 'splunk alert null']);
  const known = ['expiry', 'expiry', 'failing'].map((rule) => `pagerduty alert ${orgId}/${certificateId}/${rule}`);
  expect(keys).toEqual([...none, ...known].sort());
});
