import { certificates } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, type Grade, isChainValid, type SslScoreOrder, scoreHandshake } from '@notafter/domain';
import { listSslScoresInput } from '@notafter/domain/inputs';
import { and, inArray } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { countByStatus } from './certificate-counts.ts';
import { findByDomain } from './find-by-domain.ts';
import { findScorePage, type HandshakeKind, type HandshakeState } from './internal/score-page.ts';
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
  source: certificates.source,
};

const rowsOf = (ctx: OrgContext, ids: readonly CertificateId[]) =>
  ctx.db
    .select(columns)
    .from(certificates)
    .where(and(withinReach(ctx.reach), inArray(certificates.id, [...ids])));

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const scoreOf = (row: Row, now: Date): SslScore => {
  const { id, domain, protocol, cipher, keyType, keyBits } = row;
  // Nobody shook hands for an uploaded certificate, as for an endpoint that was never reached.
  const isReachable = row.unreachableReason === null && row.source === 'endpoint';
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

const instantsOf = (state: HandshakeState, now: Date): Pick<Row, 'notBefore' | 'notAfter'> => {
  if (state === 'unseen') return { notBefore: null, notAfter: null };
  return { notBefore: state === 'future' ? addMs(now, DAY_MS) : null, notAfter: addMs(now, state === 'expired' ? -DAY_MS : DAY_MS) };
};

/** The score of every endpoint of a kind, by the same rule as that of a row. */
const scoreOfKind = ({ state, reasons, ...facts }: HandshakeKind, now: Date): number | null =>
  state === 'unreachable' ? null : (scoreHandshake({ ...facts, ...instantsOf(state, now), reasons }, now)?.score ?? null);

const reversed = { asc: 'desc', desc: 'asc' } as const;

/** `total` is the number of accessible rows. */
const findRows = async (ctx: OrgContext, { sort, order }: SslScoreOrder, stretch: Stretch<'certificate'>, total: number, now: Date) => {
  const direction = stretch.backwards ? reversed[order] : order;
  if (sort !== 'domain') {
    const scoreOf = (kind: HandshakeKind) => scoreOfKind(kind, now);
    const rows = await findScorePage(ctx.db, { ...stretch, reach: ctx.reach, sort, order: direction, now, scoreOf });
    return { rows, total, totalCapped: false };
  }
  return findByDomain(ctx, stretch, { order: direction, total, now });
};

/**
 * Returns one page of the organization's endpoints with the scores of their last handshakes, computed now. Rows without a value come
 * before the others. Throws `invalid_input` for a cursor of another list or order.
 */
export const listSslScores = useCase({
  name: 'certificates/list-ssl-scores',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: listSslScoresInput,
})(async (ctx, { limit, cursor, ...order }): Promise<SslScoreList> => {
  const now = ctx.clock.now();
  const { total } = await countByStatus(ctx.db, ctx.reach, now);
  const query = { scope: ['ssl-scores', order.sort, order.order], keyKind: 'text', limit, cursor, page: 'first' } as const;
  const page = await readPage(query, (stretch: Stretch<'certificate'>) => findRows(ctx, order, stretch, total, now));
  const ids = page.rows.map(({ id }) => id);
  const byId = new Map(ids.length === 0 ? [] : (await rowsOf(ctx, ids)).map((row) => [row.id, row]));
  return {
    sslScores: ids.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [scoreOf(row, now)];
    }),
    total,
    nextCursor: page.nextCursor,
  };
});
