import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { alerts, issuances, transparencyLogs, watchedDomains } from '@notafter/db';
import { makeThrowawayDir } from '@notafter/db/testing';
import { addMs, HOUR_MS, verificationRecordOf } from '@notafter/domain';
import {
  followLog,
  getSources,
  type PersonContext,
  refreshCaa,
  refreshLogs,
  sweepAlerts,
  verifyDomain,
  watchDomain,
} from '@notafter/features';
import { startZoneServer, type ZoneServer } from '@notafter/net/testing';
import { makeOrganization, makeUser, openAs } from '@notafter/testing';
import { bulkCertificate, type LocalLog, startRfc6962Log, startStaticLog } from '@notafter/transparency/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// The whole program with its own gateways follows two real logs from a signed log list.

const DOMAIN = 'shop.example';
/** Entries of a complete tile. An incomplete one is read later. */
const TILE_WIDTH = 256;
const now = (): Date => new Date();
const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let tiled: LocalLog;
let old: LocalLog;
let lists: Server;
let zone: ZoneServer;
let server: TestServer;
let person: PersonContext;
let list: Buffer;

const described = ({ log }: LocalLog) => ({ description: log.kind, log_id: log.id, key: log.key, mmd: 86_400, state: { usable: {} } });

beforeAll(async () => {
  [tiled, old] = await Promise.all([startStaticLog({ now }), startRfc6962Log({ now })]);
  const logs = [{ ...described(old), url: old.log.url }];
  const tiledLogs = [{ ...described(tiled), submission_url: tiled.log.submissionUrl, monitoring_url: tiled.log.url }];
  const operators = [{ name: 'Local Logs', logs, tiled_logs: tiledLogs }];
  list = Buffer.from(JSON.stringify({ version: '1', log_list_timestamp: now().toISOString(), operators }));
  lists = createServer((request, response) => {
    response.end(request.url?.endsWith('.sig') === true ? sign('sha256', list, signer.privateKey) : list);
  });
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', () => resolve()));
  const address = lists.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  zone = await startZoneServer({ apex: DOMAIN, names: {} });
  const keyFile = join(await makeThrowawayDir(), 'list.pem');
  await writeFile(keyFile, signer.publicKey.export({ type: 'spki', format: 'pem' }));
  server = await startTestServer({
    screens: plainScreens,
    env: {
      ...{ ROLE: 'rest', DNS_SERVERS: zone.address, TARGET_ALLOW: '127.0.0.0/8', CRTSH_URL: '', CERTSPOTTER_URL: '' },
      ...{ CT_GIGABYTES_PER_DAY: '1', CT_LOG_LIST_URL: `http://127.0.0.1:${port}/list.json`, CT_LOG_LIST_KEY_FILE: keyFile },
    },
  });
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise' });
  person = await openAs(server.system, await makeUser(server.system, orgId, {}));
});
afterAll(async () => {
  await Promise.all([server?.close(), tiled?.close(), old?.close(), zone?.close()]);
  lists?.close();
});

const follow = async (): Promise<void> => {
  for (const { log } of [tiled, old]) await followLog(server.system, { log: log.id });
};
const outcomes = async () => (await getSources(person)).logs.map(({ description, outcome }) => `${description} ${outcome}`).toSorted();
const bulk = (serial: number, names: readonly string[], notBefore = now()) => bulkCertificate({ serial, names, notBefore, days: 90 });
let fillers = 1_000_000;
/** Each certificate in both logs, as precertificate and as certificate. Others follow until a tile of the static log is complete. */
const logBoth = (...certificates: ReturnType<typeof bulk>[]): void => {
  for (const { append } of [tiled, old])
    append(...certificates.flatMap((of) => [{ kind: 'precertificate', of } as const, { kind: 'certificate', of } as const]));
  for (; tiled.store.size % TILE_WIDTH !== 0; fillers += 1) tiled.append({ kind: 'certificate', of: bulk(fillers, ['filler.example']) });
};

it('finds what is issued below a domain verified by DNS, wakes for what nobody ordered, and names a log that forks', async () => {
  logBoth(...Array.from({ length: 700 }, (_, at) => bulk(at, [`n${at}.other.example`])));
  const { domain } = await watchDomain(person, { domain: DOMAIN });
  const { name = '', value = '' } = domain.record ?? {};
  zone.set({ apex: DOMAIN, names: { [verificationRecordOf(DOMAIN)]: { TXT: [value] }, [DOMAIN]: { CAA: ['issue letsencrypt.org'] } } });
  expect(name).toBe(verificationRecordOf(DOMAIN));
  expect((await verifyDomain(person, { id: domain.id })).domain).toMatchObject({ verifiedBy: 'dns' });
  await refreshCaa(server.system);
  expect(await server.system.db.select({ caa: watchedDomains.caa }).from(watchedDomains)).toEqual([{ caa: ['letsencrypt.org'] }]);

  await refreshLogs(server.system);
  await follow();
  expect(await outcomes()).toEqual(['rfc6962 up_to_date', 'static up_to_date']);
  const learned = bulk(1000, [`www.${DOMAIN}`], addMs(now(), -60 * 24 * HOUR_MS));
  logBoth(learned, bulk(1001, ['another.example']));
  await follow();
  await server.system.db.update(watchedDomains).set({ learningUntil: now() });
  const renewal = bulk(1002, [`www.${DOMAIN}`]);
  const unknown = bulk(1003, [`*.${DOMAIN}`]);
  logBoth(renewal, unknown, bulk(1004, [`not${DOMAIN}`]));
  await follow();
  await follow();
  await sweepAlerts(server.system);

  const found = await server.system.db.select().from(issuances).orderBy(issuances.id);
  expect(
    found.map(({ tbsSha256, state, learned: isLearned, isPrecertificate }) => ({ tbsSha256, state, isLearned, isPrecertificate })),
  ).toEqual([
    { tbsSha256: learned.tbsSha256, state: 'unknown', isLearned: true, isPrecertificate: false },
    { tbsSha256: renewal.tbsSha256, state: 'expected', isLearned: false, isPrecertificate: false },
    { tbsSha256: unknown.tbsSha256, state: 'unknown', isLearned: false, isPrecertificate: false },
  ]);
  expect(found.map(({ found: places }) => places.length)).toEqual([4, 4, 4]);
  expect(await server.system.db.select().from(alerts)).toMatchObject([{ rule: 'unknown_issuance', domain: `*.${DOMAIN}` }]);
  expect((await getSources(person)).logs.map(({ selfTest }) => selfTest?.isFound)).toEqual([true, true]);

  tiled.fork(3, { kind: 'certificate', of: bulk(2000, ['forked.example']) });
  tiled.append({ kind: 'certificate', of: bulk(2001, [`hidden.${DOMAIN}`]) });
  await follow();
  expect(await outcomes()).toEqual(['rfc6962 up_to_date', 'static forked']);
  const [forked] = (await server.system.db.select().from(transparencyLogs)).filter(({ broken }) => broken !== null);
  expect(forked?.broken).toMatchObject([{ kind: 'forked', known: { text: expect.any(String) }, found: { text: expect.any(String) } }]);
  expect(await server.system.db.select().from(issuances)).toHaveLength(3);
});

it('uses no list that is wrongly signed, and says so', async () => {
  list = Buffer.from(list.toString().replace('Local Logs', 'Hostile Logs'));
  const honest = list;
  lists.removeAllListeners('request');
  lists.on('request', (request, response) => {
    response.end(request.url?.endsWith('.sig') === true ? sign('sha256', Buffer.from('something else'), signer.privateKey) : honest);
  });
  await refreshLogs(server.system);
  const sources = await getSources(person);
  expect(sources.list?.problem).toBe('The signature of the log list is not valid for its key.');
  expect(sources.logs.map(({ operator }) => operator)).toEqual(['Local Logs', 'Local Logs']);
});
