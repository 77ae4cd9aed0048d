import { issuances, watchedDomains } from '@notafter/db';
import { DAY_MS, LEARNING_MS } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { judgeIssuance } from './judge-issuance.ts';
import { searchIssuances } from './search-issuances.ts';
import { transparencyStage } from './testing/transparency-stage.ts';
import { unwatchDomain } from './unwatch-domain.ts';
import { updateWatchedDomain } from './update-watched-domain.ts';
import { watchDomain } from './watch-domain.ts';

const { world, host, monitor, issued, log, watchLearned, states, raised, sweep, idOf, ctx, org, domain } = transparencyStage();

const api = (): string => host('api');
/** A domain below a watched one, of which an endpoint is monitored. */
const watchBelow = async (name = api()) => {
  await monitor(`x.${name}`);
  return (await watchDomain(org(), { domain: name })).domain;
};
const homes = async () =>
  (
    await ctx()
      .db.select({ domain: watchedDomains.domain, names: issuances.names })
      .from(issuances)
      .innerJoin(watchedDomains, eq(watchedDomains.id, issuances.domainId))
      .where(eq(issuances.orgId, org().org.id))
      .orderBy(issuances.id)
  ).map(({ domain: home, names }) => `${names.join(' ')} in ${home}`);
const unknownBelow = (label: string) => issued(label, { names: [`admin.${api()}`], issuerOrganization: 'Other CA' });

describe('a domain that is watched below another', () => {
  it('does not silence the other one while it is learned', async () => {
    await monitor();
    await watchLearned();
    await watchBelow();
    await log(unknownBelow('planted'));
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', name: `admin.${api()}` }]);
    expect(await homes()).toEqual([`admin.${api()} in ${api()}`]);
  });

  it('does not silence it either if a service finds the certificate in a search for the lower domain', async () => {
    await monitor();
    await watchLearned();
    await watchBelow();
    world().answers.set(`${api()} `, {
      ...{ outcome: 'complete', reason: null, cursor: '1', retryAfterMs: null },
      issuances: { 1: { ...unknownBelow('planted'), watched: [api()] } },
    });
    await searchIssuances(ctx());
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', name: `admin.${api()}` }]);
  });

  it('is learned if both are', async () => {
    await monitor();
    await watchDomain(org(), { domain: domain() });
    ctx().clock.advance(DAY_MS);
    await watchBelow();
    await log(unknownBelow('early'));
    ctx().clock.advance(LEARNING_MS - DAY_MS);
    await log(unknownBelow('late'));
    await sweep();
    expect(await raised()).toHaveLength(1);
  });

  it('inherits the allowed issuers, unless it has a list', async () => {
    await monitor();
    const { id } = await watchLearned();
    await updateWatchedDomain(org(), { id, allowedIssuers: ['Good CA'] });
    const child = await watchBelow();
    ctx().clock.advance(LEARNING_MS);
    const renewal = (label: string, names: string[]) => issued(label, { names, issuerOrganization: 'Test CA' });
    await log(renewal('below', [`x.${api()}`]));
    expect(await states()).toEqual(['unknown issuer']);
    await updateWatchedDomain(org(), { id: child.id, allowedIssuers: ['Test CA'] });
    await log(renewal('above', [host()]), renewal('both', [host(), `x.${api()}`]));
    expect(await states()).toEqual(['expected', 'unknown issuer', 'unknown issuer']);
  });

  it('leaves what was found to the closest watch that remains, with verdicts and alerts', async () => {
    await monitor();
    await watchLearned();
    const child = await watchBelow();
    const lowest = await watchBelow(`deep.${api()}`);
    const deep = issued('deep', { names: [`a.deep.${api()}`, host()], issuerOrganization: 'Other CA' });
    await log(unknownBelow('planted'), deep, issued('wild', { names: [`*.deep.${api()}`] }));
    await judgeIssuance(org(), { id: await idOf('deep'), verdict: 'not_ours' });
    await sweep();
    const alerted = await raised();
    expect(alerted.filter(({ resolution }) => resolution === null)).toHaveLength(2);
    await unwatchDomain(org(), { id: lowest.id });
    expect(await homes()).toEqual([`admin.${api()} in ${api()}`, `a.deep.${api()} ${host()} in ${api()}`, `*.deep.${api()} in ${api()}`]);
    await unwatchDomain(org(), { id: child.id });
    await sweep();
    expect(await raised()).toEqual(alerted);
    expect(await homes()).toEqual([
      `admin.${api()} in ${domain()}`,
      `a.deep.${api()} ${host()} in ${domain()}`,
      `*.deep.${api()} in ${domain()}`,
    ]);
    const [judged] = await ctx()
      .db.select()
      .from(issuances)
      .where(eq(issuances.id, await idOf('deep')));
    expect(judged).toMatchObject({ verdict: 'not_ours', verdictBy: org().actor.email });
  });

  it('takes over what is below it from the upper one, and the rest goes', async () => {
    await monitor();
    const { id } = await watchLearned();
    await log(unknownBelow('planted'), issued('foreign', { issuerOrganization: 'Other CA' }));
    await watchBelow();
    await sweep();
    await unwatchDomain(org(), { id });
    await sweep();
    expect(await homes()).toEqual([`admin.${api()} in ${api()}`]);
    expect((await raised()).map(({ name, resolution }) => `${name} ${resolution}`).toSorted()).toEqual([
      `admin.${api()} null`,
      `${host()} removed`,
    ]);
  });

  it('may be removed together with the other while certificates are found', async () => {
    await monitor();
    const { id } = await watchLearned();
    const child = await watchBelow();
    world().batchSize = 1;
    await log(...Array.from({ length: 5 }, (_, at) => unknownBelow(`early ${at}`)), issued('above', { issuerOrganization: 'Other CA' }));
    const finds = log(...Array.from({ length: 10 }, (_, at) => unknownBelow(`late ${at}`)));
    await Promise.all([finds, unwatchDomain(org(), { id: child.id }), unwatchDomain(org(), { id }), sweep()]);
    expect(await homes()).toEqual([]);
    world().batchSize = 3;
  });

  it('that is not verified takes nothing over', async () => {
    await monitor();
    const { id } = await watchLearned();
    await watchDomain(org(), { domain: api() });
    await log(unknownBelow('planted'));
    await unwatchDomain(org(), { id });
    expect(await homes()).toEqual([]);
  });
});
