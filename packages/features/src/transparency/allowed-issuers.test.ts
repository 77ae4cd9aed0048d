import { LEARNING_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { judgeIssuance } from './judge-issuance.ts';
import { listWatchedDomains } from './list-watched-domains.ts';
import { transparencyStage } from './testing/transparency-stage.ts';
import { unwatchDomain } from './unwatch-domain.ts';
import { updateWatchedDomain } from './update-watched-domain.ts';
import { watchDomain } from './watch-domain.ts';

const { host, served, monitor, issued, log, pass, watch, watchLearned, states, raised, sweep, idOf, ctx, org } = transparencyStage();

const allow = (id: Parameters<typeof updateWatchedDomain>[1]['id'], ...allowedIssuers: string[]) =>
  updateWatchedDomain(org(), { id, allowedIssuers });

describe('the allowed issuers of a domain', () => {
  it.each(['Let’s Encrypt', 'let`s  encrypt', 'LET\u02bcS\u00a0ENCRYPT'])('mean the same however they are typed: %s', async (typed) => {
    await monitor(host(), { ...served(), issuerOrganization: "Let's Encrypt" });
    const { id } = await watchLearned();
    await allow(id, typed);
    await log(issued('renewal', { issuerOrganization: "Let's Encrypt" }));
    expect(await states()).toEqual(['expected']);
  });

  it('judge open certificates again when they change, which ends their alerts', async () => {
    await monitor();
    const { id } = await watchLearned();
    await allow(id, 'Good CA');
    await log(
      issued('renewal'),
      issued('foreign', { issuerOrganization: 'Other CA', names: [host('admin')] }),
      issued('judged', { issuerOrganization: 'Third CA' }),
    );
    await judgeIssuance(org(), { id: await idOf('judged'), verdict: 'not_ours' });
    await sweep();
    expect(await states()).toEqual(['unknown issuer', 'unknown issuer', 'unknown issuer']);
    await allow(id, 'Test CA', 'Other CA', 'Third CA');
    await sweep();
    expect(await states()).toEqual(['expected', 'unknown names', 'unknown issuer']);
    expect((await raised()).map(({ name, resolution }) => `${name} ${resolution}`).toSorted()).toEqual([
      `${host('admin')} null`,
      `${host()} recovered`,
    ]);
    await allow(id, 'Good CA');
    expect(await states()).toEqual(['expected', 'unknown issuer', 'unknown issuer']);
  });

  it('leave certificates of other domains alone', async () => {
    await monitor();
    const { id } = await watchLearned();
    await monitor('www.elsewhere.example');
    await watchDomain(org(), { domain: 'elsewhere.example' });
    ctx().clock.advance(LEARNING_MS);
    await log(issued('first', { issuerOrganization: 'New CA' }));
    await pass(40);
    await log(issued('second', { issuerOrganization: 'New CA' }));
    await judgeIssuance(org(), { id: await idOf('first'), verdict: 'ours' });
    const elsewhere = (await listWatchedDomains(org())).domains.find(({ domain }) => domain === 'elsewhere.example');
    if (elsewhere === undefined) throw new Error('The domain is not watched.');
    await allow(elsewhere.id, 'New CA');
    expect(await states()).toEqual(['unknown new_issuer', 'unknown new_issuer']);
    await allow(id, 'New CA');
    expect(await states()).toEqual(['unknown new_issuer', 'expected']);
  });

  it('no longer decide when the domain is removed', async () => {
    await monitor();
    await watchLearned();
    const api = host('api');
    await monitor(`x.${api}`);
    const child = (await watchDomain(org(), { domain: api, allowedIssuers: ['Good CA'] })).domain;
    ctx().clock.advance(LEARNING_MS);
    await log(issued('renewal', { names: [`x.${api}`] }));
    expect(await states()).toEqual(['unknown issuer']);
    await unwatchDomain(org(), { id: child.id });
    expect(await states()).toEqual(['expected']);
  });

  it('are offered from the certificates that are not suspicious, the most frequent first', async () => {
    await monitor();
    await watch();
    await log(
      issued('a', { issuerOrganization: 'CA\u202e two' }),
      issued('b', { issuerOrganization: 'CA one' }),
      issued('c', { issuerOrganization: 'CA one', names: [host('c')] }),
      issued('d', { issuerOrganization: null }),
    );
    await pass(7);
    await log(
      issued('ours', { issuerOrganization: 'Our CA', names: [host('o')] }),
      issued('open', { issuerOrganization: 'Evil CA' }),
      issued('bad', { issuerOrganization: 'Worse CA' }),
    );
    await judgeIssuance(org(), { id: await idOf('ours'), verdict: 'ours' });
    await judgeIssuance(org(), { id: await idOf('bad'), verdict: 'not_ours' });
    expect((await listWatchedDomains(org())).issuers).toEqual(['CA one', 'CA two', 'Our CA']);
  });
});
