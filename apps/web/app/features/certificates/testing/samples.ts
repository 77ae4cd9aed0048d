import { addMs, brandId, type CertificateFacts, DAY_MS, daysLeft, statusOf } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { CertificateDetail, CertificateList, CertificateView, DashboardStats, HistoryList } from '../types.ts';

const idOf = (number: number) => brandId<'certificate'>(`0198b5a0-0000-7000-8000-${String(number).padStart(12, '0')}`);

/** A certificate that ends `days` whole days from now. */
export function sampleCertificate(number: number, days: number, changes: Partial<CertificateView> = {}): CertificateView {
  const notAfter = addMs(NOW, days * DAY_MS + 1000);
  return {
    id: idOf(number),
    source: 'endpoint',
    domain: `host-${number}.example.com`,
    host: `host-${number}.example.com`,
    port: 443,
    issuer: "Let's Encrypt",
    issuerName: null,
    notBefore: addMs(notAfter, -90 * DAY_MS),
    notAfter,
    daysLeft: daysLeft(notAfter, NOW),
    status: statusOf(notAfter, NOW),
    reasons: [],
    warnings: [],
    unreachable: null,
    refusal: null,
    renewalState: null,
    lastCheckedAt: NOW,
    createdAt: addMs(NOW, -90 * DAY_MS),
    updatedAt: addMs(NOW, -90 * DAY_MS),
    san: [`host-${number}.example.com`],
    tags: {},
    version: 1,
    environmentId: null,
    environmentName: null,
    fingerprint: 'AA:BB',
    fingerprint256: 'CC:DD',
    serialNumber: '04E2',
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    keyType: 'EC',
    keyBits: 256,
    address: '192.0.2.1',
    deploymentState: null,
    collector: null,
    ...changes,
  };
}

export const sampleList = (certificates: readonly CertificateView[], changes: Partial<CertificateList> = {}): CertificateList => ({
  certificates,
  total: certificates.length,
  totalCapped: false,
  position: 0,
  nextCursor: null,
  previousCursor: null,
  plan: 'Team',
  ...changes,
});

export const sampleStats = (changes: Partial<DashboardStats> = {}): DashboardStats => ({
  total: 3,
  expired: 0,
  critical: 0,
  warning: 0,
  valid: 3,
  unreachable: 0,
  healthScore: 100,
  certificateLimit: 150,
  oldestExpired: null,
  nextCritical: null,
  nextWarning: null,
  late: 0,
  lastCheckedAt: NOW,
  checkIntervalHours: 6,
  channelEnabled: false,
  channelHealth: { working: ['Email'], failing: [] },
  ...changes,
});

export const sampleFacts = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({
  subject: 'CN=host-1.example.com',
  issuer: "CN=R12, O=Let's Encrypt",
  subjectCommonName: 'host-1.example.com',
  issuerCommonName: 'R12',
  issuerOrganization: "Let's Encrypt",
  notBefore: addMs(NOW, -30 * DAY_MS),
  notAfter: addMs(NOW, 60 * DAY_MS),
  serialNumber: '04E2',
  fingerprint: 'AA:BB',
  fingerprint256: 'LEAF',
  san: ['host-1.example.com'],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: false,
  pem: '',
  ...changes,
});

export const sampleDetail = (days: number, changes: Partial<CertificateDetail> = {}): CertificateDetail => ({
  ...sampleCertificate(1, days),
  chain: [sampleFacts()],
  keyExchange: null,
  addresses: [],
  missingIssuer: null,
  revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checkedAt: null },
  clients: null,
  scts: [],
  root: null,
  renewal: null,
  renewalInfo: null,
  anchors: { assigned: null, from: null, sets: [], trustedBy: [], anchor: null },
  key: null,
  deployment: null,
  nextCheckAt: null,
  ...changes,
});

export const sampleHistory = (changes: Partial<HistoryList> = {}): HistoryList => ({
  history: [],
  total: 0,
  position: 0,
  nextCursor: null,
  previousCursor: null,
  ...changes,
});
