import { addMs, DAY_MS } from '../packages/domain/src/index.ts';
import { type Client, type ListAnswer, type ListQuery, readRestList, readTrpcList, trpcPath } from './client.ts';

/** One page of one list, and a check that the result matches the name of the figure. */
export interface ListCase {
  readonly name: string;
  readonly path: string;
  readonly read: (body: string) => ListAnswer;
  readonly holds: (answer: ListAnswer) => boolean;
}

interface NamedQuery {
  readonly name: string;
  readonly query: ListQuery;
  readonly holds: ListCase['holds'];
}

const isFull = ({ certificates }: ListAnswer): boolean => certificates.length === 50;
const isLast = ({ certificates, nextCursor, previousCursor }: ListAnswer): boolean =>
  certificates.length > 0 && nextCursor === null && previousCursor !== null;
const isOne = ({ total }: ListAnswer): boolean => total === 1;
const isNone = ({ total }: ListAnswer): boolean => total === 0;
const isAny = ({ certificates, total }: ListAnswer): boolean => certificates.length === Math.min(50, total) && total > 0;

const statuses = ['expired', 'critical', 'warning', 'valid', 'unreachable'] as const;

/** Words of the seed: about a half, a sixteenth, a hundredth, a thousandth, one and none of the rows. */
const COMMON = "let's encrypt";
const FREQUENT = 'grafana';
const HUNDREDTH = '-n47';
const THOUSANDTH = '-n472';
const RARE = '-n4711.';
const ABSENT = 'no-such-name';

const filters: readonly NamedQuery[] = [
  { name: 'first page', query: {}, holds: isFull },
  ...statuses.map((status) => ({ name: `status ${status}`, query: { status }, holds: isAny })),
  { name: 'search, half of the rows', query: { search: COMMON }, holds: isFull },
  { name: 'search, a sixteenth', query: { search: FREQUENT }, holds: isFull },
  { name: 'search, a hundredth', query: { search: HUNDREDTH }, holds: isFull },
  { name: 'search, a thousandth', query: { search: THOUSANDTH }, holds: isAny },
  { name: 'search, one row', query: { search: RARE }, holds: isOne },
  { name: 'search, no row', query: { search: ABSENT }, holds: isNone },
  { name: 'search of two letters', query: { search: 'gr' }, holds: isFull },
  { name: 'expired and searched', query: { status: 'expired', search: FREQUENT }, holds: isAny },
  { name: 'valid and searched', query: { status: 'valid', search: FREQUENT }, holds: isFull },
];

/** Orders and ends that the screens offer and `/v1` does not. */
const screenOnly: readonly NamedQuery[] = [
  { name: 'last page', query: { page: 'last' }, holds: isLast },
  { name: 'last page, status valid', query: { page: 'last', status: 'valid' }, holds: isLast },
  { name: 'last page, search of a sixteenth', query: { page: 'last', search: FREQUENT }, holds: isLast },
  { name: 'by domain', query: { sort: 'domain' }, holds: isFull },
  { name: 'by domain, last page', query: { sort: 'domain', page: 'last' }, holds: isLast },
  { name: 'by domain, status expired', query: { sort: 'domain', status: 'expired' }, holds: isAny },
  { name: 'by domain, status unreachable', query: { sort: 'domain', status: 'unreachable' }, holds: isAny },
  { name: 'by domain, search of a sixteenth', query: { sort: 'domain', search: FREQUENT }, holds: isFull },
  { name: 'by domain, matches at the far end', query: { sort: 'domain', search: 'www-' }, holds: isFull },
  { name: 'by issuer', query: { sort: 'issuer' }, holds: isFull },
  { name: 'by issuer, last page', query: { sort: 'issuer', page: 'last' }, holds: isLast },
  { name: 'by issuer, status warning', query: { sort: 'issuer', status: 'warning' }, holds: isAny },
  { name: 'by issuer, matches at the far end', query: { sort: 'issuer', search: 'sectigo' }, holds: isFull },
  { name: 'by issuer, half of the rows in the middle', query: { sort: 'issuer', search: COMMON }, holds: isFull },
];

/** Filters and orders that only `/v1` offers. */
const restOnly = (now: Date): readonly NamedQuery[] => [
  { name: 'domain', query: { domain: 'no-such-name.example' }, holds: isNone },
  { name: 'issuer, half of the rows', query: { issuer: COMMON }, holds: isFull },
  { name: 'environment, a third', query: { environment: 'staging' }, holds: isFull },
  { name: 'environment and issuer, by domain', query: { environment: 'staging', issuer: 'amazon', sort: 'domain' }, holds: isFull },
  { name: 'tag, a hundredth', query: { tag: 'team=web' }, holds: isFull },
  { name: 'tag, a ten-thousandth', query: { tag: 'owner=owner42' }, holds: isAny },
  { name: 'tag and environment, descending', query: { tag: 'web', environment: 'staging', order: 'desc' }, holds: isAny },
  { name: 'two statuses', query: { status: 'expired,critical' }, holds: isFull },
  { name: 'two statuses and a search', query: { status: 'expired,critical', search: FREQUENT }, holds: isAny },
  { name: 'expires_before in a month', query: { expires_before: addMs(now, 30 * DAY_MS).toISOString() }, holds: isFull },
  { name: 'updated_since tomorrow, none', query: { updated_since: addMs(now, DAY_MS).toISOString() }, holds: isNone },
  { name: 'updated_since ever, all', query: { updated_since: '2026-01-01' }, holds: isFull },
  { name: 'by issuer, descending', query: { sort: 'issuer', order: 'desc' }, holds: isFull },
];

const restPath = (query: ListQuery): string => `/v1/certificates/list?${new URLSearchParams({ limit: '50', ...query })}`;

/** A cursor to the last page, which `/v1` returns only after paging there: two pages from the end, on the other surface. */
const lastPageCursor = async (client: Client): Promise<string> => {
  const last = readTrpcList(await client.get(trpcPath('certificates.list', { page: 'last' })));
  const before = readTrpcList(await client.get(trpcPath('certificates.list', { cursor: last.previousCursor ?? '' })));
  return before.nextCursor ?? '';
};

export const listCases = async (client: Client, now: Date): Promise<readonly ListCase[]> => [
  ...[...filters, ...restOnly(now)].map(({ name, query, holds }) => ({
    name: `/v1: ${name}`,
    path: restPath(query),
    read: readRestList,
    holds,
  })),
  {
    name: '/v1: last page',
    path: restPath({ cursor: await lastPageCursor(client) }),
    read: readRestList,
    holds: ({ certificates, nextCursor }) => certificates.length > 0 && nextCursor === null,
  },
  ...[...filters, ...screenOnly].map(({ name, query, holds }) => ({
    name: `tRPC: ${name}`,
    path: trpcPath('certificates.list', query),
    read: readTrpcList,
    holds,
  })),
];
