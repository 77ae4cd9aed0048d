import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCertificate } from '../add-certificate.ts';
import { getLintFindings } from './get-lint-findings.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('lints the stored chain with its root', async () => {
  const org = await makeOrgContext(test.ctx);
  const chain = [certificateFacts('shop.example'), certificateFacts('R12', { isCa: true, san: [] })] as const;
  const root = certificateFacts('ISRG Root X1', { isCa: true, san: [] });
  test.ctx.gateways.prober.answer('shop.example:443', servedObservation('shop.example', {}, { chain, root }));
  const { id } = (await addCertificate(org, { domain: 'shop.example' })).certificate;
  const finding = {
    rule: 'cn_present',
    severity: 'notice',
    section: 'BR 7.1.2.7.2',
    text: 'The subject has a common name, which is not recommended.',
    certificate: 0,
    subject: 'CN=shop.example',
  } as const;
  test.ctx.gateways.linter.answer([finding]);
  expect(await getLintFindings(org, { id })).toEqual({ findings: [finding] });
  expect(test.ctx.gateways.linter.linted).toEqual([[chain[0].pem, chain[1].pem, root.pem]]);
});

it('lints nothing for a certificate of another organization', async () => {
  const org = await makeOrgContext(test.ctx);
  const stranger = await makeOrgContext(test.ctx);
  test.ctx.gateways.prober.answer('mail.example:443', servedObservation('mail.example'));
  const { id } = (await addCertificate(org, { domain: 'mail.example' })).certificate;
  await expect(getLintFindings(stranger, { id })).rejects.toMatchObject({ code: 'certificate_not_found' });
});
