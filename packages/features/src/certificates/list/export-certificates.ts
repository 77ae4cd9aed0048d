import { exportCertificatesInput, LIST_LIMIT_MAX } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import type { CertificateView } from '../internal/certificate-view.ts';
import { csvHeader, csvOf } from './internal/export-columns.ts';
import { listCertificates } from './list-certificates.ts';

export interface ExportPage {
  readonly certificates: readonly CertificateView[];
  /** The same as CSV, with the header on the first page. An import accepts the file as it is. */
  readonly csv: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Returns one page of an export, by domain. Throws as `listCertificates` does. */
export const exportCertificates = useCase({
  name: 'certificates/export-certificates',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: exportCertificatesInput,
})(async (ctx, input): Promise<ExportPage> => {
  const page = { sort: 'domain', order: 'asc', page: 'first', limit: LIST_LIMIT_MAX } as const;
  const { certificates, nextCursor } = await listCertificates(ctx, { ...input, ...page });
  const header = input.cursor === undefined ? csvHeader() : '';
  return { certificates, csv: `${header}${csvOf(certificates)}`, nextCursor };
});
