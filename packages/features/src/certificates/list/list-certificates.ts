import { isFreeText, type ParsedSearch, parseSearch, parseTarget } from '@notafter/domain';
import { type ListCertificatesInput, listCertificatesInput } from '@notafter/domain/inputs';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { type CertificateView, loadViewsForOrg } from '../internal/certificate-view.ts';
import { countMoreThan, countStatus } from './certificate-counts.ts';
import { findPage, GATHER_MAX } from './internal/certificate-page.ts';
import { findEnvironmentIds, findNarrowedPage } from './internal/narrowed-page.ts';
import { readPage, type Stretch } from './paging.ts';

export interface CertificateList {
  readonly certificates: readonly CertificateView[];
  /** The number of matches; with `totalCapped` there are more. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** 0-based position of the first row; null on the way back from the end of a search with more matches than are counted. */
  readonly position: number | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly plan: string;
}

/** Further filters of the list, and their form in a cursor. Throws `target_invalid`. */
const furtherOf = async (ctx: OrgContext, input: ListCertificatesInput) => {
  const { statuses, domain, protocol, issuer, environment, expiresBefore, updatedSince } = input;
  const target = domain === undefined ? undefined : parseTarget(domain);
  const environmentIds = environment === undefined ? undefined : await findEnvironmentIds(ctx.db, ctx.reach, environment);
  const asked = [statuses, domain, issuer, environment, expiresBefore, updatedSince, ...(protocol === undefined ? [] : [protocol])];
  return {
    further: { statuses, target, protocol, issuer, environmentIds, updatedSince },
    scope: asked.every((one) => one === undefined) ? [] : [JSON.stringify(asked)],
  };
};

/** The exact sum if only statuses narrow the list: no certificate has two of them. */
const countDates = async (ctx: OrgContext, input: ListCertificatesInput, now: Date): Promise<number | undefined> => {
  const { statuses, ...others } = input;
  const dates = statuses === undefined || statuses.includes('unreachable') ? [] : [...new Set(statuses)];
  const { status, search, environmentId, tag, domain, protocol, issuer, environment, expiresBefore, updatedSince } = others;
  const further = [environmentId, tag, domain, protocol, issuer, environment, expiresBefore, updatedSince];
  if (dates.length === 0 || status !== 'all' || search !== '' || further.some((one) => one !== undefined)) return undefined;
  const counts = await Promise.all(dates.map((date) => countStatus(ctx.db, ctx.reach, date, now)));
  return counts.reduce((sum, count) => sum + count, 0);
};

const withExpiry = (parsed: ParsedSearch, { expiresBefore }: ListCertificatesInput): ParsedSearch =>
  expiresBefore === undefined ? parsed : { ...parsed, expires: [...parsed.expires, { comparison: '<', bound: expiresBefore }] };

const reversed = { asc: 'desc', desc: 'asc' } as const;

/**
 * Returns one page of the organization's certificates. Certificates never reached sort last by expiry and first by issuer.
 * Throws `search_invalid`, or `invalid_input` for a cursor of another order or filter.
 */
export const listCertificates = useCase({
  name: 'certificates/list-certificates',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: listCertificatesInput,
})(async (ctx, input): Promise<CertificateList> => {
  const now = ctx.clock.now();
  const { sort, order, limit, cursor, page: end, search, status, environmentId, tag } = input;
  const parsed = parseSearch(search);
  const { further, scope } = await furtherOf(ctx, input);
  // The list's indexes cover a status and a phrase.
  const isNarrowed =
    ctx.reach.scope !== null ||
    !isFreeText(parsed) ||
    parsed.text !== search.trim() ||
    environmentId !== undefined ||
    tag !== undefined ||
    scope.length > 0;
  const filter = { search, status };
  const query = {
    scope: ['certificates', sort, order, status, search, environmentId ?? '', tag ?? '', ...scope],
    keyKind: sort === 'expires' ? ('instant' as const) : ('text' as const),
    limit,
    cursor,
    page: end,
  };
  const countCandidates = (): Promise<number> =>
    search !== '' && status === 'all' ? countMoreThan(ctx.db, ctx.org.id, GATHER_MAX) : countStatus(ctx.db, ctx.reach, status, now);
  const candidates = isNarrowed ? 0 : await countCandidates();
  const counted = await countDates(ctx, input, now);
  const page = await readPage(query, ({ after, backwards, take }: Stretch<'certificate'>) => {
    const request = { orgId: ctx.org.id, filter, now, sort, order: backwards ? reversed[order] : order, after, take };
    return isNarrowed
      ? findNarrowedPage(ctx.db, {
          ...request,
          counted,
          reach: ctx.reach,
          narrowing: { ...further, search: withExpiry(parsed, input), environmentId, tag },
        })
      : findPage(ctx.db, request, candidates);
  });
  const ids = page.rows.map(({ id }) => id);
  return {
    certificates: await loadViewsForOrg(ctx.db, ctx.reach, ids, now),
    total: page.total,
    totalCapped: page.totalCapped,
    position: page.position,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    plan: ctx.org.plan,
  };
});
