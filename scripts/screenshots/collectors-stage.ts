import { DEMO_ZONE } from '../../apps/server/src/dev/demo-certificates.ts';
import { until } from '../../apps/server/src/testing/until.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../packages/domain/src/index.ts';
import { addCollector, receiveBundle, type SystemContext } from '../../packages/features/src/index.ts';
import { BundleWriter, openAs, type TestUser } from '../../packages/testing/src/index.ts';
import { readPemCertificates } from '../../packages/tls/src/index.ts';
import { createAuthority, keyPair } from '../../packages/tls/src/testing/index.ts';

const RECORDED_MS = 60_000;

/** The parts of the seeded collectors that shots refer to. */
export interface StagedCollectors {
  /** The page of the one that watches endpoints and files. */
  readonly page: string;
  /** The page of a certificate in one of its files. */
  readonly filePage: string;
  /** Certificates that collectors report which are silent, and whose key was copied. */
  readonly silentPage: string;
  readonly forkedPage: string;
  /** Bundles to import: one for each outcome. */
  readonly bundles: readonly { readonly name: string; readonly buffer: Buffer }[];
}

/** Collectors in every state: active with endpoints and files, waiting, silent, and with a copied key. */
export const seedCollectors = async (system: SystemContext, admin: TestUser): Promise<StagedCollectors> => {
  const ctx = await openAs(system, admin);
  const guest = { ...system, origin: { ip: '192.0.2.9', userAgent: null }, actor: null };
  const now = system.clock.now();
  const { issue } = createAuthority({ name: 'Harborline' });
  const add = async (name: string, carriedEverySeconds: number | null = null) => {
    const added = await addCollector(ctx, { name, carriedEverySeconds });
    // So that its bundles are not from before it was added.
    await system.db.$client`update collectors set created_at = created_at - interval '30 days' where id = ${added.collector.id}`;
    return added;
  };
  const issued = (name: string, days: number) =>
    readPemCertificates(issue([name], { key: keyPair('P-256', name), notAfter: addMs(now, days * DAY_MS) }).chainPem);
  const renewed = `mail.${DEMO_ZONE}`;
  const served = await system.db.$client<{ pem: string }[]>`
    select x509.facts ->> 'pem' as pem from certificates join x509_certificates as x509 using (fingerprint256) where certificates.host = ${renewed}`;

  const { collector, token } = await add('Vault network');
  const program = new BundleWriter(token);
  const first = await program.write({
    at: addMs(now, -14 * MINUTE_MS),
    endpoints: [
      { target: 'vault.internal', chain: issued('vault.internal', 64) },
      { target: 'ldap.internal:636', chain: issued('ldap.internal', 19) },
      { target: 'db.internal:8443' },
    ],
    files: [
      { path: '/etc/nginx/tls/shop.pem', chain: issued('shop.internal', 5), hasKey: true },
      { path: '/etc/haproxy/certs/very-long-name-of-a-customer-portal.internal.pem', chain: issued('portal.internal', 41), hasKey: true },
      { path: '/opt/app/keystore.jks', alias: 'signing', format: 'jks', chain: issued('signing.internal', 320), hasKey: true },
      { path: '/opt/legacy/keystore.p12', format: 'pkcs12', problem: { code: 'wrong_password', message: 'The password is wrong.' } },
      { path: '/srv/old/intranet.crt', chain: issued('intranet.internal', -12) },
      { path: '/etc/postfix/tls/mail.pem', chain: readPemCertificates(served.map(({ pem }) => pem).join('')), hasKey: true },
    ],
  });
  await receiveBundle(guest, first);
  const inTwoMonths = issue([renewed], {
    key: keyPair('P-256', renewed),
    notBefore: addMs(now, -2 * HOUR_MS),
    notAfter: addMs(now, 60 * DAY_MS),
  });
  await receiveBundle(
    guest,
    await program.write({
      at: addMs(now, -10 * MINUTE_MS),
      files: [{ path: '/etc/postfix/tls/mail.pem', chain: readPemCertificates(inTwoMonths.chainPem), hasKey: true }],
    }),
  );
  await add('Depot', 7 * (DAY_MS / 1000));

  const silent = new BundleWriter((await add('Factory floor')).token);
  const seen = [{ target: 'press.internal', chain: issued('press.internal', 27) }];
  await receiveBundle(guest, await silent.write({ at: addMs(now, -9 * HOUR_MS), about: { host: 'plant-3' }, endpoints: seen }));
  const lastAt = addMs(now, -9 * HOUR_MS).toISOString();
  await system.db.$client`update collectors set last_report_at = ${lastAt}::timestamptz where id = ${silent.id}`;

  const twin = new BundleWriter((await add('Branch office')).token);
  const copy = twin.copy();
  const watched = [{ target: 'vault.internal', chain: issued('vault.internal', 64) }];
  await receiveBundle(guest, await twin.write({ at: addMs(now, -HOUR_MS), about: { host: 'branch-1' }, endpoints: watched }));
  await copy.write();
  await receiveBundle(guest, await twin.write({ at: addMs(now, -20 * MINUTE_MS), about: { host: 'branch-1' } }));
  await receiveBundle(guest, await copy.write({ about: { host: 'branch-1-restored' } })).catch(() => undefined);

  await until('the bundles are recorded', RECORDED_MS, async () => {
    const [row] = await system.db.$client<{ open: number }[]>`
      select count(*)::int as open from collector_bundles where content is not null`;
    return row?.open === 0;
  });
  let filePage = '';
  await until('the files are monitored', RECORDED_MS, async () => {
    const [row] = await system.db.$client<{ id: string }[]>`
      select id from certificates where source = 'file' and domain like 'shop.internal in %'`;
    filePage = `/certificates/${row?.id ?? ''}`;
    return row !== undefined;
  });
  const [forged, next, , later] = [await copy.write(), await program.write(), await program.write(), await program.write()];
  const [forkedPage = '', silentPage = ''] = await Promise.all(
    [twin.id, silent.id].map(async (id) => {
      const [row] = await system.db.$client<{ id: string }[]>`select id from certificates where collector_id = ${id}`;
      return `/certificates/${row?.id ?? ''}`;
    }),
  );
  return {
    page: `/collectors/${collector.id}`,
    ...{ filePage, forkedPage, silentPage },
    bundles: [
      { name: 'vault-00000001.notafter', buffer: first },
      { name: 'vault-00000003.notafter', buffer: next },
      { name: 'vault-00000005.notafter', buffer: later },
      { name: 'branch-00000003.notafter', buffer: forged },
      { name: 'notes.txt', buffer: Buffer.from('Carry the stick on Monday.') },
    ],
  };
};
