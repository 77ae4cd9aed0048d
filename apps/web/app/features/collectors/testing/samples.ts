import { addMs, brandId, DAY_MS, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { Bundle, Collector, CollectorFile } from '../types.ts';

export const collectorId = brandId<'collector'>('0198b5a0-0000-7000-8000-000000000401');

export const sampleCollector = (changes: Partial<Collector> = {}): Collector => ({
  id: collectorId,
  name: 'Vault network',
  state: 'active',
  createdAt: addMs(NOW, -40 * DAY_MS),
  enrolledAt: addMs(NOW, -39 * DAY_MS),
  revokedAt: null,
  forkedAt: null,
  lastReportAt: addMs(NOW, -14 * MINUTE_MS),
  lastSeenAt: addMs(NOW, -MINUTE_MS),
  silentFrom: addMs(NOW, 3 * HOUR_MS),
  clockOffsetMs: null,
  carriedEverySeconds: null,
  tokenExpiresAt: null,
  about: { version: '0.1.0', host: 'vault-1', intervalSeconds: 3_600, mode: 'online', networks: ['10.0.0.0/8'], ports: ['443', '8443'] },
  publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  sequence: 42,
  endpoints: 12,
  files: 30,
  filesWithProblems: 0,
  missingBundles: 0,
  waitingBundles: 0,
  ...changes,
});

/** A collector whose token was not used yet. */
export const waitingCollector = (changes: Partial<Collector> = {}): Collector =>
  sampleCollector({
    ...{ state: 'waiting', enrolledAt: null, lastReportAt: null, lastSeenAt: null, silentFrom: null, about: null, publicKey: null },
    ...{ sequence: 0, endpoints: 0, files: 0, tokenExpiresAt: addMs(NOW, 7 * DAY_MS) },
    ...changes,
  });

export const sampleFile = (changes: Partial<CollectorFile> = {}): CollectorFile => ({
  key: 'a',
  path: '/etc/nginx/tls/shop.pem',
  alias: null,
  format: 'pem',
  role: 'certificate',
  hasKey: true,
  problem: null,
  certificate: {
    subject: 'CN=shop.internal',
    issuer: 'CN=Corp CA',
    san: ['shop.internal', 'www.shop.internal'],
    notBefore: addMs(NOW, -80 * DAY_MS),
    notAfter: addMs(NOW, 5 * DAY_MS),
    fingerprint256: 'AA:BB',
  },
  firstSeenAt: addMs(NOW, -39 * DAY_MS),
  seenAt: addMs(NOW, -14 * MINUTE_MS),
  ...changes,
});

export const sampleBundle = (changes: Partial<Bundle> = {}): Bundle => ({
  sequence: 42,
  via: 'online',
  createdAt: addMs(NOW, -14 * MINUTE_MS),
  receivedAt: addMs(NOW, -14 * MINUTE_MS),
  recordedAt: addMs(NOW, -13 * MINUTE_MS),
  missingBefore: 0,
  endpoints: 12,
  files: 30,
  problem: null,
  ...changes,
});
