import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const start = async (): Promise<string> => {
  const { body } = await rest.call('POST', '/v1/certificates/check-all', { as: admin });
  return Object(body).job_id;
};

describe('200', () => {
  it('reports the progress of the run', async () => {
    const idle = await start();
    expect((await rest.call('GET', `/v1/certificates/check-all/${idle}`, { as: admin })).body).toEqual({
      job_id: idle,
      status: 'completed',
      total: 0,
      succeeded: 0,
      failed: 0,
      error: null,
      failures: [],
      finished_at: rest.ctx.clock.now().toISOString(),
    });
    await addServed(rest, admin, 'example.com');
    const running = await start();
    expect(await rest.call('GET', `/v1/certificates/check-all/${running}`, { as: admin })).toMatchObject({
      status: 200,
      body: { status: 'running', total: 1, finished_at: null },
    });
  });
});
