import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
let path: string;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  path = `/v1/certificates/${await addServed(rest, admin, 'example.com')}/lint`;
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers every finding', async () => {
    const finding = {
      rule: 'aki_missing',
      severity: 'error',
      section: 'RFC 5280 4.2.1.1',
      text: 'The authority key identifier is missing.',
      certificate: 1,
      subject: 'CN=R12',
    } as const;
    rest.ctx.gateways.linter.answer([finding]);
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({ status: 200, body: { findings: [finding] } });
  });

  it('answers an empty list without findings', async () => {
    rest.ctx.gateways.linter.answer([]);
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({ status: 200, body: { findings: [] } });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await rest.call('GET', path)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
  });
});

describe('404', () => {
  it("answers so for another organization's certificate", async () => {
    const stranger = await newMember(rest);
    expect(await rest.call('GET', path, { as: stranger })).toMatchObject({ status: 404, body: errorBody('certificate_not_found') });
  });
});
