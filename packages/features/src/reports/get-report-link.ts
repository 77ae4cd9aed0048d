import { reportLinkInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { type LinkedReport, openReportLink } from './internal/report-link.ts';

/**
 * Returns the recipient of a link. Changes nothing, because mail scanners open every link. Throws `link_invalid`, `not_found` or
 * `rate_limited`.
 */
export const getReportLink = useCase({
  name: 'reports/get-report-link',
  access: 'anyone',
  input: reportLinkInput,
})(async (ctx, { token }): Promise<LinkedReport> => (await openReportLink(ctx, token)).linked);
