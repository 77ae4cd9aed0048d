import { DAY_MS, MINUTE_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../certificates/checks/check-certificate.ts';
import { getIssuance } from './get-issuance.ts';
import { transparencyStage } from './testing/transparency-stage.ts';

const { host, served, serve, monitor, issued, log, watch, watchLearned, states, raised, sweep, idOf, ctx, org, domain } =
  transparencyStage();

const wildcard = (): string => host('*');
/** A certificate for all names below the domain, as an endpoint serves it. */
const servedWildcard = (age = 45) => ({ ...served(wildcard(), age), san: [wildcard(), domain()] });

describe('a renewal with a wildcard', () => {
  it('that its endpoints do not serve after a day informs, and names them', async () => {
    const id = await monitor(host(), servedWildcard());
    await monitor(domain(), servedWildcard());
    await monitor(host('a.b'));
    await monitor(host('other'));
    await watchLearned();
    await log(issued('renewal', { names: [wildcard(), domain()] }));
    const { issuance } = await getIssuance(org(), { id: await idOf('renewal') });
    expect(issuance.endpoints.map((endpoint) => endpoint.domain)).toEqual([host('other'), domain(), host()].toSorted());
    ctx().clock.advance(DAY_MS + MINUTE_MS);
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', name: wildcard(), resolution: null }]);
    serve(host(), servedWildcard(0));
    await checkCertificate(org(), { id });
    await sweep();
    expect(await raised()).toMatchObject([{ resolution: null }]);
  });

  it('does not inform of endpoints with certificates for other names', async () => {
    await monitor(host(), { ...served(), san: [host(), 'www.other.example'] });
    await monitor('www.other.example', servedWildcard());
    await watchLearned();
    await log(issued('renewal', { names: [wildcard(), domain()] }));
    ctx().clock.advance(DAY_MS + MINUTE_MS);
    await sweep();
    expect((await raised()).filter(({ rule }) => rule === 'issuance_not_served')).toEqual([]);
  });
});

it('a renewal that was learned does not inform, however long it is not served', async () => {
  await monitor();
  await watch();
  await log(issued('learned'));
  expect(await states()).toEqual(['expected']);
  ctx().clock.advance(30 * DAY_MS);
  await sweep();
  expect(await raised()).toEqual([]);
});

it('a renewal that is not served is settled when every endpoint serves a later one', async () => {
  const ids = [await monitor(host(), servedWildcard()), await monitor(host('two'), servedWildcard())];
  await watchLearned();
  await log(issued('renewal', { names: [wildcard(), domain()] }));
  ctx().clock.advance(DAY_MS + MINUTE_MS);
  await sweep();
  for (const [at, id] of ids.entries()) {
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', resolution: null }]);
    serve(at === 0 ? host() : host('two'), servedWildcard(0));
    await checkCertificate(org(), { id });
    await sweep();
  }
  expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', resolution: 'recovered' }]);
});
