import { addMs, brandId, DAY_MS, HOUR_MS } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { Issuance, IssuanceDetail, LogSource, Sources, WatchedDomain } from '../types.ts';

export const issuanceId = brandId<'issuance'>('0198b5a0-0000-7000-8000-000000000501');
export const domainId = brandId<'watched-domain'>('0198b5a0-0000-7000-8000-000000000601');

export const sampleIssuance = (changes: Partial<Issuance> = {}): Issuance => ({
  id: issuanceId,
  domainId,
  domain: 'example.com',
  names: ['login.example.com', 'www.login.example.com'],
  issuer: 'C=US, O=Other CA, CN=Other R1',
  issuerOrganization: 'Other CA',
  serialNumber: '04A1B2',
  notBefore: addMs(NOW, -DAY_MS),
  notAfter: addMs(NOW, 89 * DAY_MS),
  state: 'unknown',
  unknownReason: 'new_issuer',
  explanation: 'Certificate issued by Other CA, which has not issued for these names before.',
  learned: false,
  verdict: null,
  verdictBy: null,
  verdictAt: null,
  isPrecertificate: true,
  foundAt: addMs(NOW, -HOUR_MS),
  ...changes,
});

export const sampleDetail = (changes: Partial<IssuanceDetail> = {}): IssuanceDetail => ({
  ...sampleIssuance(),
  tbsSha256: 'ab'.repeat(32),
  spkiSha256: 'cd'.repeat(32),
  pem: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  places: [
    {
      ...{ source: 'log', name: 'Elm 2026h2', operator: 'Tree Logs', logState: 'usable' },
      ...{ reference: '81234', at: addMs(NOW, -2 * HOUR_MS) },
    },
    { source: 'search', name: 'crt.sh', operator: null, logState: null, reference: '991', at: null },
  ],
  endpoints: [{ id: brandId<'certificate'>('0198b5a0-0000-7000-8000-000000000701'), domain: 'login.example.com', serves: false }],
  scts: null,
  report: { address: null, text: 'Subject: Certificate problem report' },
  isAlerted: true,
  acknowledgedBy: null,
  acknowledgedAt: null,
  ...changes,
});

export const sampleDomain = (changes: Partial<WatchedDomain> = {}): WatchedDomain => ({
  id: domainId,
  domain: 'example.com',
  createdAt: addMs(NOW, -20 * DAY_MS),
  verifiedBy: 'endpoint',
  verifiedAt: addMs(NOW, -20 * DAY_MS),
  record: null,
  learningUntil: null,
  allowedIssuers: [],
  caa: ['letsencrypt.org'],
  caaAt: addMs(NOW, -HOUR_MS),
  issuances: 12,
  open: 2,
  ...changes,
});

export const unverifiedDomain = (changes: Partial<WatchedDomain> = {}): WatchedDomain =>
  sampleDomain({
    ...{ verifiedBy: null, verifiedAt: null, caa: null, caaAt: null, issuances: 0, open: 0 },
    record: { name: '_notafter.example.com', value: 'notafter-verification=00ff' },
    ...changes,
  });

export const sampleLog = (changes: Partial<LogSource> = {}): LogSource => ({
  id: 'log-1',
  description: 'Elm 2026h2',
  operator: 'Tree Logs',
  kind: 'static',
  state: 'usable',
  outcome: 'up_to_date',
  reason: null,
  broken: [],
  gap: null,
  readSize: 81_234,
  headSize: 81_300,
  askedAt: addMs(NOW, -HOUR_MS),
  currentAt: addMs(NOW, -HOUR_MS),
  selfTest: { at: addMs(NOW, -2 * HOUR_MS), isFound: true },
  bytesToday: 1_200_000_000,
  ...changes,
});

export const sampleSources = (changes: Partial<Sources> = {}): Sources => ({
  followsLogs: true,
  bytesPerDay: 100_000_000_000,
  bytesToday: 1_200_000_000,
  list: { listedAt: addMs(NOW, -DAY_MS), askedAt: addMs(NOW, -HOUR_MS), problem: null },
  logs: [sampleLog()],
  searches: [
    { name: 'Cert Spotter', domains: 2, answered: 2, outcome: 'complete', reason: null, askedAt: addMs(NOW, -HOUR_MS) },
    { name: 'crt.sh', domains: 2, answered: 1, outcome: 'failed', reason: 'crt.sh answered 503.', askedAt: addMs(NOW, -HOUR_MS) },
  ],
  ...changes,
});
