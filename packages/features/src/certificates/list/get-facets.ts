import { environments } from '@notafter/db';
import { type EndpointProtocol, type EnvironmentId, endpointProtocols } from '@notafter/domain';
import { asc, type SQL, sql } from 'drizzle-orm';
import { environmentsWithin, withinReach } from '../../certificate-reach.ts';
import { useCase } from '../../use-case.ts';
import { matchesProtocol } from './internal/certificate-query.ts';

/** Values that a list can be filtered by. */
export interface Facets {
  /** By name. */
  readonly environments: readonly { readonly id: EnvironmentId; readonly name: string }[];
  /** `name=value`, most frequent first, at most 100. Counted among the 5,000 tagged certificates that expire first. */
  readonly tags: readonly { readonly tag: string; readonly count: number }[];
  /** Those that endpoints have, in the order of their list. */
  readonly protocols: readonly EndpointProtocol[];
}

const TAGS_LISTED = 100;
const TAGGED_MAX = 5_000;

export const getFacets = useCase({
  name: 'certificates/get-facets',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<Facets> => {
  const hasProtocol = (protocol: EndpointProtocol): SQL =>
    sql`exists (select from certificates where ${withinReach(ctx.reach)} and ${matchesProtocol(ctx.org.id, protocol)}) as ${sql.identifier(protocol)}`;
  const [named, tags, protocols] = await Promise.all([
    ctx.db
      .select({ id: environments.id, name: environments.name })
      .from(environments)
      .where(environmentsWithin(ctx.reach))
      .orderBy(asc(sql`lower(${environments.name})`)),
    ctx.db.execute<{ tag: string; count: number }>(sql`
      select name || '=' || value as tag, count(*)::int as count
      from (
        select tags from certificates where ${withinReach(ctx.reach)} and tag_terms <> '{}' order by expires_at limit ${TAGGED_MAX}
      ) as tagged cross join lateral jsonb_each_text(tags) as tag (name, value)
      group by 1 order by 2 desc, 1 limit ${TAGS_LISTED}`),
    ctx.db.execute<Record<EndpointProtocol, boolean>>(sql`select ${sql.join(endpointProtocols.map(hasProtocol), sql`, `)}`),
  ]);
  return {
    environments: named,
    tags: tags.map(({ tag, count }) => ({ tag, count })),
    protocols: endpointProtocols.filter((protocol) => protocols[0]?.[protocol] === true),
  };
});
