import { certificates } from '@notafter/db';
import { type CertificateId, type Grade, isChainValid, scoreHandshake } from '@notafter/domain';
import { listSslScoresInput } from '@notafter/domain/inputs';
import { and, inArray } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { countByStatus } from './certificate-counts.ts';
import { findPage } from './internal/certificate-page.ts';
import { findNarrowedPage, unnarrowed } from './internal/narrowed-page.ts';
import { readPage, type Stretch } from './paging.ts';

/** Score of an endpoint's last handshake. If it is unreachable now, protocol, cipher and key are from the last check that reached it. */
export interface SslScore {
  readonly id: CertificateId;
  readonly domain: string;
  /** 0 to 100; null while unreachable, and if it was never reached. */
  readonly score: number | null;
  readonly grade: Grade | null;
  /** Reasons for a lower grade, as sentences, worst first. */
  readonly reasons: readonly string[];
  readonly protocol: string | null;
  readonly cipher: string | null;
  readonly keyType: string | null;
  readonly keyBits: number | null;
  /** Whether the certificate is valid for the host now; null while unreachable. */
  readonly chainValid: boolean | null;
}

export interface SslScoreList {
  /** By domain. */
  readonly sslScores: readonly SslScore[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const columns = {
  id: certificates.id,
  domain: certificates.domain,
  protocol: certificates.protocol,
  cipher: certificates.cipher,
  keyType: certificates.keyType,
  keyBits: certificates.keyBits,
  notBefore: certificates.notBefore,
  notAfter: certificates.notAfter,
  reasons: certificates.reasons,
  unreachableReason: certificates.unreachableReason,
};

const rowsOf = (ctx: OrgContext, ids: readonly CertificateId[]) =>
  ctx.db
    .select(columns)
    .from(certificates)
    .where(and(withinReach(ctx.reach), inArray(certificates.id, [...ids])));

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const scoreOf = (row: Row, now: Date): SslScore => {
  const { id, domain, protocol, cipher, keyType, keyBits } = row;
  const isReachable = row.unreachableReason === null;
  const rating = isReachable ? scoreHandshake(row, now) : null;
  return {
    id,
    domain,
    score: rating?.score ?? null,
    grade: rating?.grade ?? null,
    reasons: rating === null ? [] : [...rating.caps, ...rating.warnings].map(({ text }) => text),
    protocol,
    cipher,
    keyType,
    keyBits,
    chainValid: isReachable ? isChainValid(row, now) : null,
  };
};

/**
 * Returns one page of the organization's endpoints with the scores of their last handshakes, computed now. Throws
 * `invalid_input` for a cursor of another list.
 */
export const listSslScores = useCase({
  name: 'certificates/list-ssl-scores',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: listSslScoresInput,
})(async (ctx, { limit, cursor }): Promise<SslScoreList> => {
  const now = ctx.clock.now();
  const filter = { search: '', status: 'all' } as const;
  const { total } = await countByStatus(ctx.db, ctx.reach, now);
  const page = await readPage(
    { scope: ['ssl-scores'], keyKind: 'text', limit, cursor, page: 'first' },
    ({ after, backwards, take }: Stretch<'certificate'>) => {
      const order = backwards ? ('desc' as const) : ('asc' as const);
      const request = { orgId: ctx.org.id, filter, now, sort: 'domain' as const, order, after, take };
      if (ctx.reach.scope === null) return findPage(ctx.db, request, total);
      return findNarrowedPage(ctx.db, { ...request, reach: ctx.reach, narrowing: unnarrowed });
    },
  );
  const rows =
    page.rows.length === 0
      ? []
      : await rowsOf(
          ctx,
          page.rows.map(({ id }) => id),
        );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    sslScores: page.rows.flatMap(({ id }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [scoreOf(row, now)];
    }),
    total,
    nextCursor: page.nextCursor,
  };
});
