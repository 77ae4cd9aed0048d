import { certificateFacts, servedObservation, unreachableObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const add = (as: Awaited<ReturnType<typeof newMember>>, domain: unknown) =>
  rest.call('POST', '/v1/certificates/add', { as, body: { domain } });

describe('200', () => {
  it('answers every documented field of the certificate just seen', async () => {
    const admin = await newMember(rest);
    rest.ctx.gateways.prober.answer(
      'shop.example.com:8443',
      servedObservation('shop.example.com', { san: ['shop.example.com', 'a.example.com'] }),
    );
    const answer = await add(admin, ' Shop.Example.com:8443 ');
    const facts = certificateFacts('shop.example.com');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      certificate: {
        id: expect.any(String),
        domain: 'shop.example.com:8443',
        source: 'endpoint',
        host: 'shop.example.com',
        port: 8443,
        issuer: "Let's Encrypt",
        issuer_name: facts.issuer,
        not_before: facts.notBefore.toISOString(),
        expiration_date: facts.notAfter.toISOString(),
        days_left: 60,
        status: 'valid',
        reasons: [],
        refusal: null,
        renewal_state: 'on_schedule',
        warnings: [],
        unreachable: null,
        last_checked: rest.ctx.clock.now().toISOString(),
        created_at: rest.ctx.clock.now().toISOString(),
        updated_at: rest.ctx.clock.now().toISOString(),
        san: ['shop.example.com', 'a.example.com'],
        tags: {},
        version: 1,
        environment_id: null,
        environment_name: null,
        fingerprint: facts.fingerprint,
        fingerprint256: facts.fingerprint256,
        serial_number: facts.serialNumber,
        protocol: 'TLSv1.3',
        cipher: 'TLS_AES_128_GCM_SHA256',
        key_type: 'EC',
        key_bits: 256,
        address: '192.0.2.1',
        deployment_state: null,
        collector: null,
      },
    });
  });

  it('adds a bad certificate and judges it', async () => {
    const admin = await newMember(rest);
    const leaf = { notAfter: new Date('2026-11-01T00:00:00Z') };
    rest.ctx.gateways.prober.answer(
      'old.example.com:443',
      servedObservation('old.example.com', leaf, { reasons: ['expired', 'self_signed'] }),
    );
    const answer = await add(admin, 'old.example.com');
    expect(answer).toMatchObject({ status: 200, body: { certificate: { status: 'expired', days_left: -10, reasons: ['self_signed'] } } });
  });
});

describe('400', () => {
  it('refuses what cannot be reached with the text of what happened', async () => {
    const admin = await newMember(rest);
    rest.ctx.gateways.prober.answer('down.example.com:443', unreachableObservation('down.example.com'));
    const message = 'Connection refused by down.example.com:443.';
    expect(await add(admin, 'down.example.com')).toMatchObject({
      status: 400,
      body: { error: message, message, code: 'target_unreachable', details: [{ path: 'domain', message }] },
    });
  });

  it('refuses private address space and wildcard names', async () => {
    const admin = await newMember(rest);
    rest.ctx.gateways.prober.answer('10.0.0.1:443', unreachableObservation('10.0.0.1', { reason: 'not_allowed' }));
    expect(await add(admin, '10.0.0.1')).toMatchObject({ status: 400, body: { code: 'target_not_allowed' } });
    const wildcard = await add(admin, '*.example.com');
    expect(wildcard).toMatchObject({ status: 400, body: { code: 'target_wildcard', error: expect.stringContaining('Add example.com') } });
  });
});

describe('403', () => {
  it('refuses a certificate above the limit of the plan', async () => {
    const admin = await newMember(rest, { certificateLimit: 1 });
    await addServed(rest, admin, 'first.example.com');
    expect(await add(admin, 'second.example.com')).toMatchObject({ status: 403, body: errorBody('certificate_limit') });
  });
});

describe('409', () => {
  it('refuses the same endpoint twice, and names the certificate that has it', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'twice.example.com');
    expect(await add(admin, 'TWICE.example.com.:443')).toMatchObject({
      status: 409,
      body: { ...errorBody('certificate_exists'), conflict: { type: 'certificate', id } },
    });
  });
});
