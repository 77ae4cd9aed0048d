import { formatTagList } from '@notafter/domain';
import { writeCsv } from '../../../csv-cells.ts';
import type { CertificateView } from '../../internal/certificate-view.ts';

const iso = (instant: Date | null): string => instant?.toISOString() ?? '';

/** The columns of an export. An import reads the first three; the others are for people and spreadsheets. */
const columns: readonly (readonly [string, (view: CertificateView) => string])[] = [
  ['domain', ({ domain }) => domain],
  ['environment', ({ environmentName }) => environmentName ?? ''],
  ['tags', ({ tags }) => formatTagList(tags)],
  ['issuer', ({ issuer }) => issuer ?? ''],
  ['expiration_date', ({ notAfter }) => iso(notAfter)],
  ['days_left', ({ daysLeft }) => (daysLeft === null ? '' : String(daysLeft))],
  ['status', ({ status }) => status ?? ''],
  ['reasons', ({ reasons }) => reasons.join(' ')],
  ['unreachable', ({ unreachable }) => unreachable?.detail ?? ''],
  ['last_checked', ({ lastCheckedAt }) => iso(lastCheckedAt)],
  ['created_at', ({ createdAt }) => iso(createdAt)],
  ['serial_number', ({ serialNumber }) => serialNumber ?? ''],
  ['fingerprint256', ({ fingerprint256 }) => fingerprint256 ?? ''],
  // A tag may have the name `source`.
  ['kind', ({ source }) => source],
];

/** Their names: an import does not treat them as tags. */
export const exportedColumns: ReadonlySet<string> = new Set(columns.map(([name]) => name));

export const csvHeader = (): string => writeCsv([columns.map(([name]) => name)]);

export const csvOf = (views: readonly CertificateView[]): string => writeCsv(views.map((view) => columns.map(([, show]) => show(view))));
