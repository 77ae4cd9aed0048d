import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AbuseStage } from './testing/abuse/abuse.ts';
import { acrossOrganizations } from './testing/abuse/across-organizations.ts';
import { crossSite } from './testing/abuse/cross-site.ts';
import { escalation } from './testing/abuse/escalation.ts';
import { guessing } from './testing/abuse/guessing.ts';
import { malformed } from './testing/abuse/malformed.ts';
import { replays } from './testing/abuse/replays.ts';
import { secondStep } from './testing/abuse/second-step.ts';
import { timing } from './testing/abuse/timing.ts';
import { setStage } from './testing/role-matrix/stage.ts';
import { makeWorld } from './testing/role-matrix/world.ts';

let stage: AbuseStage;
beforeAll(async () => {
  const plain = await setStage();
  const newWorld = () => makeWorld(plain.ctx);
  stage = { ...plain, victim: await newWorld(), attacker: await newWorld(), newWorld };
});
afterAll(() => stage.close());

const abuses = [...acrossOrganizations, ...escalation, ...crossSite, ...replays, ...guessing, ...secondStep, ...malformed];

// Times are measured only in manual runs: on a busy machine they mean nothing.
if (process.env.ABUSE_TIMING === '1') abuses.push(timing);

describe.each(Object.entries(Object.groupBy(abuses, ({ kind }) => kind)))('%s', (_kind, rows = []) => {
  it.each(rows.map((row) => [row.name, row] as const))(
    '%s: refused, and nothing changed',
    async (_name, { attempt, refusedWith, changesOwn }) => {
      const before = await stage.digest(changesOwn === true ? stage.victim : undefined);
      const answers = await attempt(stage);
      for (const { status, text } of answers) expect(refusedWith, text.slice(0, 500)).toContain(status);
      expect(answers.length).toBeGreaterThan(0);
      expect(await stage.digest(changesOwn === true ? stage.victim : undefined)).toBe(before);
    },
  );
});
