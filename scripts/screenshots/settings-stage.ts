import { apiKeys, auditLog, newId, tokens } from '../../packages/db/src/index.ts';
import { seedBulkCertificates } from '../../packages/db/src/seed/index.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../packages/domain/src/index.ts';
import type { SystemContext } from '../../packages/features/src/index.ts';
import { makeOrganization, makeUser, TEST_PASSWORD } from '../../packages/testing/src/index.ts';

/** Configured as a platform administrator. */
export const SETTINGS_EMAIL = 'ines@tideway.example';

/** An organization whose plan has API keys, with credentials in every state, an audit log, and certificates of public CAs. */
export const seedSettings = async (system: SystemContext): Promise<{ readonly email: string; readonly password: string }> => {
  const { db } = system;
  const now = system.clock.now();
  const ago = (ms: number): Date => addMs(now, -ms);
  const orgId = await makeOrganization(system, { name: 'Tideway', plan: 'Professional' });
  const person = { email: SETTINGS_EMAIL, firstName: 'Ines', lastName: 'Marlow', password: TEST_PASSWORD };
  const { id: userId, email } = await makeUser(system, orgId, person);
  await seedBulkCertificates(db, { orgId, count: 60, now });
  const key = (
    name: string,
    ending: string,
    ageDays: number,
    lifeDays: number | null,
    access: readonly [boolean, boolean],
    used: Date | null,
  ) => ({
    id: newId<'api-key'>(),
    orgId,
    createdBy: userId,
    name,
    hash: `screenshot-${name}`,
    ending,
    canRead: access[0],
    canWrite: access[1],
    createdAt: ago(ageDays * DAY_MS),
    expiresAt: lifeDays === null ? null : ago((ageDays - lifeDays) * DAY_MS),
    lastUsedAt: used,
    revokedAt: null,
  });
  const keys = [
    key('leaked-by-intern', 'pQ7c', 400, null, [true, true], ago(120 * DAY_MS)),
    key('old-importer', 'X0sd', 414, 365, [false, true], ago(294 * DAY_MS)),
    key('status-wall', 'Hm31', 254, null, [true, false], ago(HOUR_MS)),
    key('ci-renewals', '9fLk', 111, 120, [true, true], ago(4 * MINUTE_MS)),
    key('terraform-prod', '8Qw2', 0, 90, [true, false], null),
  ];
  const limits: Readonly<Record<string, Partial<typeof apiKeys.$inferInsert>>> = {
    'leaked-by-intern': { revokedAt: ago(119 * DAY_MS) },
    'ci-renewals': { scope: { tag: { name: 'team', value: 'payments' } }, allowedAddresses: ['198.51.100.0/24', '2001:db8::/32'] },
    'status-wall': { expiresAt: addMs(now, 20 * HOUR_MS), replacedBy: keys[4]?.id ?? null, allowedAddresses: ['192.0.2.10'] },
  };
  // The successor first, because the replaced key references it.
  await db.insert(apiKeys).values(keys.toReversed().map((row) => ({ ...row, ...limits[row.name] })));
  const token = (name: string, ending: string, ageDays: number, used: Date | null, revokedAt: Date | null = null) => ({
    id: newId<'token'>(),
    userId,
    name,
    hash: `screenshot-${name}`,
    ending,
    createdAt: ago(ageDays * DAY_MS),
    lastUsedAt: used,
    revokedAt,
  });
  const laptop = token('laptop', 'Zk4w', 40, ago(2 * HOUR_MS));
  await db
    .insert(tokens)
    .values([token('old laptop', 'b8Pn', 300, ago(41 * DAY_MS), ago(40 * DAY_MS)), laptop, token('backup job', 'w2Ya', 3, null)]);
  const wall = keys[3];
  const byPerson = { actorKind: 'session', actorId: userId, actorEmail: email, ip: '192.0.2.10' } as const;
  const byToken = { ...byPerson, actorKind: 'token', tokenId: laptop.id, actorName: laptop.name, ip: '2001:db8::7' } as const;
  const byKey = { actorKind: 'api-key', actorId: wall?.id ?? null, actorName: wall?.name ?? null, ip: '198.51.100.4' } as const;
  const done = [
    [
      byPerson,
      'settings/add-api-key',
      { name: 'terraform-prod', ending: '8Qw2', permissions: { read: true, write: false } },
      2 * MINUTE_MS,
    ],
    [byKey, 'certificates/add-certificate', { domain: 'shop.tideway.example' }, 4 * MINUTE_MS],
    [byToken, 'certificates/check-certificate', { domain: 'api.tideway.example:8443' }, 2 * HOUR_MS],
    [byPerson, 'notifications/save-channel', { type: 'slack', enabled: true, changed: ['webhook'] }, 5 * HOUR_MS],
    [byPerson, 'notifications/rotate-signing-secret', { state: 'configured' }, DAY_MS],
    [byPerson, 'certificates/get-calendar-link', { rotation: 2 }, 2 * DAY_MS],
    [byPerson, 'accounts/login', {}, 2 * DAY_MS],
    [byPerson, 'certificates/update-certificate-tags', { tags: { team: 'web' }, tagsBefore: {} }, 9 * DAY_MS],
    [byPerson, 'settings/revoke-api-key', { name: 'leaked-by-intern', ending: 'pQ7c' }, 119 * DAY_MS],
  ] as const;
  await db
    .insert(auditLog)
    .values(
      done.map(([who, action, detail, ms]) => ({ id: newId<'audit-entry'>(), orgId, ...who, action, detail: { ...detail }, at: ago(ms) })),
    );
  return { email, password: TEST_PASSWORD };
};
