import { readFile } from 'node:fs/promises';
import { addMs, DAY_MS } from '@notafter/domain';
import { Ajv } from 'ajv';
import { default as addFormats } from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

type Member = Awaited<ReturnType<typeof newMember>>;

let rest: RestHarness;
let admin: Member;
let validate: Awaited<ReturnType<typeof validator>>;

const served = [
  { host: 'a.example.com', protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', keyExchange: 'X25519MLKEM768' },
  { host: 'b.example.com', protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', keyExchange: 'X25519' },
  { host: 'c.example.com', protocol: 'TLSv1.2', cipher: 'ECDHE-RSA-AES128-GCM-SHA256', keyExchange: null },
];

beforeAll(async () => {
  validate = await validator();
  rest = await createRestHarness();
  admin = await newMember(rest, { plan: 'Essentials' });
  for (const { host, protocol, cipher, keyExchange } of served) {
    await addServed(rest, admin, host, { notAfter: addMs(rest.ctx.clock.now(), 60 * DAY_MS) });
    await rest.ctx.db.$client`
      update certificates set protocol = ${protocol}, cipher = ${cipher}, key_exchange = ${keyExchange} where host = ${host}`;
  }
  const stranger = await newMember(rest);
  await addServed(rest, stranger, 'stranger.example.com', { notAfter: addMs(rest.ctx.clock.now(), DAY_MS) });
});
afterAll(() => rest.close());

const readSchema = async (name: string): Promise<object> =>
  z.looseObject({}).parse(JSON.parse(await readFile(new URL(`../../testing/cyclonedx/${name}.schema.json`, import.meta.url), 'utf8')));

/** By the published schema of CycloneDX 1.7. */
const validator = async () => {
  const ajv = new Ajv({ strict: false, schemas: await Promise.all(['jsf-0.82', 'spdx', 'cryptography-defs'].map(readSchema)) });
  addFormats.default(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  return ajv.compile(await readSchema('bom-1.7'));
};

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string() });
const dependency = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) });
const document = z.looseObject({ components: z.array(component), services: z.array(component), dependencies: z.array(dependency) });

describe('the cryptography in use', () => {
  it('is counted by each part', async () => {
    const { status, body } = await rest.call('GET', '/v1/cryptography', { as: admin });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ total: 3, post_quantum: 1, with_group: 2 },
        parts: [
          {
            part: 'protocol',
            values: [
              { name: 'TLSv1.3', count: 2 },
              { name: 'TLSv1.2', count: 1 },
            ],
          },
          { part: 'cipher', values: [{ name: 'TLS_AES_256_GCM_SHA384', count: 2 }, { count: 1 }] },
          {
            part: 'group',
            values: [
              { name: 'X25519', count: 1 },
              { name: 'X25519MLKEM768', count: 1 },
            ],
          },
          { part: 'key', values: [{ count: 3 }] },
          { part: 'signature', values: [{ count: 3 }] },
        ],
      },
    ]);
  });
});

describe('the bill of materials', () => {
  it('is a valid CycloneDX 1.7 document, in which each reference leads to a component', async () => {
    const { status, body } = await rest.call('GET', '/v1/cryptography/cbom', { as: admin });
    expect(status).toBe(200);
    validate(body);
    expect(validate.errors).toBeNull();
    const { components, services, dependencies } = document.parse(body);
    const refs = components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(services.map(({ name }) => name).toSorted()).toEqual(served.map(({ host }) => host));
    expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(services.map((one) => one['bom-ref']).toSorted());
    for (const { dependsOn } of dependencies) {
      expect(dependsOn).toHaveLength(2);
      for (const ref of dependsOn) expect(refs).toContain(ref);
    }
    expect(refs).toContain('protocol:TLSv1.3/TLS_AES_256_GCM_SHA384/X25519MLKEM768');
    expect(components.map(({ name }) => name).join()).not.toContain('stranger');
  });

  it('names each certificate once, however many endpoints serve it', async () => {
    const owner = await newMember(rest, { plan: 'Essentials' });
    for (const host of ['x.example.com', 'y.example.com']) {
      await addServed(rest, owner, host, { notAfter: addMs(rest.ctx.clock.now(), 60 * DAY_MS) });
    }
    await rest.ctx.db.$client`
      update certificates set fingerprint256 = (select fingerprint256 from certificates where host = 'x.example.com') where host = 'y.example.com'`;
    const { body } = await rest.call('GET', '/v1/cryptography/cbom', { as: owner });
    const found = document.parse(body).components.filter((each) => each['bom-ref'].startsWith('certificate:'));
    expect(found).toHaveLength(1);
  });

  it('of an organization that monitors nothing is valid and empty', async () => {
    const { body } = await rest.call('GET', '/v1/cryptography/cbom', { as: await newMember(rest) });
    validate(body);
    expect(validate.errors).toBeNull();
    expect(body).toMatchObject({ components: [], services: [], dependencies: [] });
  });

  it('holds whatever a hostile certificate says of itself', async () => {
    const owner = await newMember(rest, { plan: 'Essentials' });
    await addServed(rest, owner, 'evil.example.com', { notAfter: addMs(rest.ctx.clock.now(), 60 * DAY_MS) });
    const facts = JSON.stringify({ subject: 'CN="],}\n\u2028', keyType: '1.2.3', signatureAlgorithm: '","x":"' });
    await rest.ctx.db.$client`
      update x509_certificates set facts = facts || ${facts}::text::jsonb
      where fingerprint256 = (select fingerprint256 from certificates where host = 'evil.example.com')`;
    const { body } = await rest.call('GET', '/v1/cryptography/cbom', { as: owner });
    validate(body);
    expect(validate.errors).toBeNull();
    expect(document.parse(body).components.map(({ name }) => name)).toContain('CN="],}\n\u2028');
  });
});
