import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const PATH = '/v1/collector/docs';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (accept?: string) => rest.call('GET', PATH, { headers: accept === undefined ? {} : { Accept: accept } });

describe('GET /v1/collector/docs', () => {
  it('says to anybody that there is a collector, and how it is enrolled', async () => {
    const { status, body } = await ask();
    expect({ status, body }).toMatchObject({ status: 200, body: { docs: { available: true } } });
    expect(JSON.stringify(body)).toContain('notafter-collector enroll TOKEN');
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/png'])(
    'answers JSON to %j',
    async (accept) => {
      const { headers } = await ask(accept);
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('vary')).toContain('Accept');
    },
  );

  it('answers a browser with a page', async () => {
    const { headers, body } = await ask(BROWSER);
    expect(body).toContain('<code>notafter-collector enroll TOKEN</code>');
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('vary')).toContain('Accept');
  });
});
