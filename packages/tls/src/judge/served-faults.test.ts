import { isIP } from 'node:net';
import { verdictReasons } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe } from '../probe.ts';
import { chainFaults } from '../testing/chain-faults.ts';
import { buildChain, plainPlan } from '../testing/chain-plan.ts';
import { chainVariants } from '../testing/chain-variants.ts';
import { startTlsFarm, type TlsFarm } from '../testing/index.ts';
import { patient } from '../testing/patient.ts';

// No CRL is served here: the tests of the CRL check cover those. A server with a P-224 key finds no common curve.
const faulty = chainFaults
  .filter(({ group, name }) => group !== 'revoked' && name !== 'leaf of P-224')
  .map((fault, index) => ({
    ...fault,
    built: buildChain(fault.apply(plainPlan(index % 2 === 0 ? 'P-256' : 'RSA-2048', 1)), 5_000 + index),
  }));
// The probe judges at the current time, and trusts one list of anchors.
const sound = chainVariants
  .map((variant, index) => ({ name: variant.name, plan: variant.apply(plainPlan('P-256', 1)), number: 6_000 + index }))
  .filter(({ plan }) => plan.at === undefined && plan.anchors === 'root')
  .map(({ name, plan, number }) => ({ name, built: buildChain(plan, number) }));

/** An observation also reports what an issuer's dates imply, because stored ones re-evaluate only the leaf's dates. */
const extraReasons = new Map([
  ['intermediate expired', 'incomplete_chain'],
  ['intermediate not valid yet', 'incomplete_chain'],
  ['root expired', 'untrusted_root'],
]);

let farm: TlsFarm;
let probe: Probe;

beforeAll(async () => {
  farm = await startTlsFarm();
  const anchorsPem = [...faulty, ...sound].map(({ built }) => built.anchorsPem).join('');
  probe = createDirectProbe({ dnsServers: [], targetAllow: ['127.0.0.0/8'], anchorsPem, ...patient });
});
afterAll(() => farm.close());

const served = async ({ leafPem, otherPems, leafKey, host }: (typeof sound)[number]['built']) => {
  const chainPem = [leafPem, ...otherPems].join('');
  const name = isIP(host) === 0 ? host : '';
  farm.swap(name, { pem: leafPem, key: leafKey, subject: {}, chainPem, notAfter: new Date() });
  return probe({ host, port: farm.port, address: '127.0.0.1' });
};

describe('a server with a faulty certificate', () => {
  it.each(faulty)('$name: $reason', async ({ name, reason, built }) => {
    const expected = new Set([reason, extraReasons.get(name)]);
    expect(await served(built)).toMatchObject({ kind: 'served', reasons: verdictReasons.filter((each) => expected.has(each)) });
  });
});

describe('a server with a valid certificate', () => {
  it.each(sound)('$name', async ({ built }) => {
    expect(await served(built)).toMatchObject({ kind: 'served', reasons: [] });
  });
});
