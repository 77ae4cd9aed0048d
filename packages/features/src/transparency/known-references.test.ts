import { organizations } from '@notafter/db';
import { HOUR_MS, type Issuance } from '@notafter/domain';
import { makeOrgContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PersonContext } from '../use-case.ts';
import { searchIssuances } from './search-issuances.ts';
import { transparencyStage } from './testing/transparency-stage.ts';
import { watchDomain } from './watch-domain.ts';

const { world, host, monitor, issued, watch, ctx, org, domain } = transparencyStage();

/** One hourly search; returns the IDs that are known to the service, by domain. The certificates are stored. */
const searchOnce = async (certificates: Readonly<Record<string, Issuance>>): Promise<Record<string, string[]>> => {
  const known: Record<string, string[]> = {};
  const read: ReturnType<typeof world>['searches'][number]['read'] = async (request) => {
    const found = Object.entries(certificates).filter(([, { names }]) => names.some((name) => name.endsWith(`.${request.domain}`)));
    known[request.domain] = [...(await request.known(found.map(([id]) => id)))].toSorted();
    await request.onBatch({
      cursor: null,
      issuances: found.map(([sourceId, issuance]) => ({ ...issuance, watched: [request.domain], sourceId })),
    });
    return { outcome: 'complete', reason: null, retryAfterMs: null, cursor: null };
  };
  const transparency = { ...world(), searches: [{ name: 'crt.sh', read }] };
  await searchIssuances({ ...ctx(), gateways: { ...ctx().gateways, transparency } });
  ctx().clock.advance(HOUR_MS);
  return known;
};
const watchAs = async (who: PersonContext, name: string): Promise<void> => {
  await watchDomain(who, { domain: name });
};
/** Another organization that monitors an endpoint below the domain. */
const makeOther = async (): Promise<PersonContext> => {
  const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
  await monitor(host(), undefined, other);
  await watchAs(other, domain());
  return other;
};

it('a certificate that belongs to a watched domain below is not downloaded again for the one above', async () => {
  await monitor(`x.${host('api')}`);
  await watch();
  await watchAs(org(), host('api'));
  const certificates = { 1: issued('below', { names: [`x.${host('api')}`] }), 2: issued('above') };
  await searchOnce(certificates);
  expect(await searchOnce(certificates)).toEqual({ [domain()]: ['1', '2'], [host('api')]: ['1'] });
});

it('a certificate is downloaded again for an organization that lacks it, unless that is disabled', async () => {
  await monitor();
  await watch();
  const certificates = { 1: issued('one') };
  await searchOnce(certificates);
  await makeOther();
  expect(await searchOnce(certificates)).toEqual({ [domain()]: [] });
  expect(await searchOnce(certificates)).toEqual({ [domain()]: ['1'] });
  const disabled = await makeOther();
  await ctx().db.update(organizations).set({ disabled: true }).where(eq(organizations.id, disabled.org.id));
  expect(await searchOnce(certificates)).toEqual({ [domain()]: ['1'] });
});
