import { certificates } from '@notafter/db';
import { certificateFacts, servedObservation } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { transparencyStage } from './testing/transparency-stage.ts';
import { updateWatchedDomain } from './update-watched-domain.ts';

const { now, host, served, monitor, setKey, issued, log, watchLearned, states, raised, sweep, ctx, org } = transparencyStage();

/** A certificate that nobody ordered, and what a server sends that has it. */
const rogue = (label = 'rogue') => {
  const issuance = issued(label, { issuerOrganization: 'Evil CA' });
  const facts = certificateFacts(issuance.tbsSha256, {
    san: [...issuance.names],
    serialNumber: issuance.serialNumber,
    issuerOrganization: 'Evil CA',
    notBefore: now(),
  });
  return { issuance, facts };
};
/** Monitors an endpoint that serves it, after it was found. */
const serveAt = async (target: string, { issuance, facts }: ReturnType<typeof rogue>): Promise<void> => {
  ctx().gateways.prober.answer(target.replace(/\?.*/, ''), servedObservation(target, {}, { chain: [facts] }));
  await addCertificate(org(), { domain: target });
  await setKey(facts.fingerprint256, issuance.spkiSha256);
};

describe('a certificate that a monitored endpoint serves', () => {
  it('is served at one of its names, by the name that the endpoint is asked for, and at an address', async () => {
    await monitor();
    await watchLearned();
    for (const target of [`${host()}:8443`, `edge.cdn.example:8443?servername=${host()}`, '192.0.2.7:8443']) {
      const one = rogue(target);
      await log(one.issuance);
      await serveAt(target, one);
      await sweep();
    }
    expect(await states()).toEqual(['served', 'served', 'served']);
  });

  it('is still unknown if the endpoint has another name, before and after it is found', async () => {
    await monitor();
    await watchLearned();
    const found = rogue();
    await log(found.issuance);
    await serveAt('www.partner.example:443', found);
    await sweep();
    expect(await states()).toEqual(['unknown new_issuer']);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: null }]);
  });

  it('is still unknown if only a name of it that is not watched serves it', async () => {
    await monitor();
    await watchLearned();
    const found = rogue();
    await log({ ...found.issuance, names: [host(), 'www.partner.example'] });
    await serveAt('www.partner.example:443', found);
    await sweep();
    expect(await states()).toEqual(['unknown names']);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: null }]);
  });

  it('is still unknown if its issuer is not allowed: a hijacked name serves it to us, too', async () => {
    await monitor();
    const { id } = await watchLearned();
    await updateWatchedDomain(org(), { id, allowedIssuers: ['Test CA'] });
    const found = rogue();
    await log(found.issuance);
    await serveAt(`${host()}:8443`, found);
    await sweep();
    await updateWatchedDomain(org(), { id, allowedIssuers: ['Good CA'] });
    await sweep();
    expect(await states()).toEqual(['unknown issuer']);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: null }]);
  });
});

it('is not expected because a server of somebody else has a certificate like it', async () => {
  const like = { ...served(host(), 60), issuerOrganization: 'Evil CA', san: [host()] };
  await monitor();
  await monitor('www.partner.example', like);
  await watchLearned();
  await log(issued('planted', { issuerOrganization: 'Evil CA' }));
  expect(await states()).toEqual(['unknown new_issuer']);
});

describe('a key', () => {
  it.each([
    ['a server with another name, for its own name', 'www.partner.example', ['www.partner.example']],
    ['a server with another name, for ours', 'www.partner.example', ['www.partner.example', 'ours']],
    ['an endpoint of the domain, for names elsewhere', 'ours', ['www.partner.example']],
  ])('of %s is not known', async (_, at, names) => {
    const ours = (name: string): string => (name === 'ours' ? host() : name);
    const facts = { ...served(), san: names.map(ours), fingerprint256: served().fingerprint256.replace(/^../, 'EE') };
    await monitor();
    ctx().gateways.prober.answer(`${ours(at)}:8443`, servedObservation(ours(at), {}, { chain: [facts] }));
    await addCertificate(org(), { domain: `${ours(at)}:8443` });
    await watchLearned();
    const other = issued('other', { issuerOrganization: 'Evil CA' });
    await setKey(facts.fingerprint256, other.spkiSha256);
    await log(other);
    expect(await states()).toEqual(['unknown new_issuer']);
  });

  it('of an endpoint with a wildcard, and of an upload, is known', async () => {
    const wildcard = { ...served(host('*')), san: [host('*')] };
    await monitor(host('two'), wildcard);
    await watchLearned();
    const uploaded = certificateFacts('uploaded', { san: ['internal.example'] });
    const id = await monitor('internal.example', uploaded);
    await ctx().db.update(certificates).set({ source: 'upload' }).where(eq(certificates.id, id));
    const [first, second] = [issued('first'), issued('second', { issuerOrganization: 'Other CA' })];
    await setKey(wildcard.fingerprint256, first.spkiSha256);
    await setKey(uploaded.fingerprint256, second.spkiSha256);
    await log(first, second);
    expect(await states()).toEqual(['known_key', 'known_key']);
  });
});
