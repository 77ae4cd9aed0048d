import { brandId, type CertificateScope } from '@notafter/domain';
import { addApiKey, declarations } from '@notafter/features';
import { openAs } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from './testing/role-matrix/samples.ts';
import { type Stage, setStage } from './testing/role-matrix/stage.ts';
import { waysOf } from './testing/role-matrix/ways.ts';
import { makeWorld, type World } from './testing/role-matrix/world.ts';

const forKeys = [...declarations.values()].filter(({ apiKey }) => apiKey !== undefined);

let stage: Stage;
let world: World;
/** By kind of scope: the test's own certificate is in neither. */
const secrets = new Map<string, string>();
beforeAll(async () => {
  stage = await setStage();
  world = await makeWorld(stage.ctx);
  const admin = await openAs(stage.ctx, world.admin);
  const scopes: Record<string, CertificateScope> = {
    environment: { environmentId: brandId(world.environmentId) },
    tag: { tag: { name: 'team', value: 'payments' } },
  };
  for (const [name, scope] of Object.entries(scopes)) {
    const all = { read: true, write: true, delete: true };
    secrets.set(name, (await addApiKey(admin, { name, expiresIn: null, permissions: all, scope })).secret);
  }
});
afterAll(() => stage.close());

/** Whether a text contains the out-of-scope certificate, by its IDs or as the subject of JSON or CSV; another port of its host may be in scope. */
const namesOutside = (text: string): boolean => {
  const domain = new RegExp(`("domain":"|^)${world.domain.replaceAll('.', '\\.')}[",]`, 'm');
  return text.includes(world.certificateId) || text.includes(world.historyId) || domain.test(text);
};
const rowOutside = async (): Promise<unknown> =>
  stage.ctx.db.$client.unsafe(
    'select certificates::text, (select count(*) from certificate_history where certificate_id = id) from certificates where id = $1',
    [world.certificateId],
  );

it('every operation that an API key can call is tested below', () => {
  expect(forKeys.length).toBeGreaterThan(25);
  expect(forKeys.filter(({ name }) => waysOf(name).length === 0).map(({ name }) => name)).toEqual([]);
});

describe.each(['environment', 'tag'])('a key scoped to one %s', (kind) => {
  for (const { name, scoped } of forKeys) {
    it.each(waysOf(name))(`neither sees nor changes another certificate with ${name} over %s`, async (_words, way) => {
      const before = await rowOutside();
      const { path, method, json } = stage.requestOf(way, world);
      const answer = await stage.send(path, { method, json, headers: { 'x-api-key': secrets.get(kind) ?? '' } });
      if (scoped !== true) {
        expect({ status: answer.status, isScoped: answer.text.includes('api_key_scoped') }, answer.text).toEqual({
          status: 403,
          isScoped: true,
        });
      } else {
        // A row in the call is out of scope.
        expect(sampleOf(name).missing !== undefined ? [404] : [200, 400, 409], answer.text).toContain(answer.status);
      }
      expect(namesOutside(answer.text), answer.text).toBe(false);
      expect(await rowOutside()).toEqual(before);
    });
  }
});
