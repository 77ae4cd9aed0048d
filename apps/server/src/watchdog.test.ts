import type { Mail } from '@notafter/domain';
import type { JobActivity } from '@notafter/jobs';
import { createTestContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWatchdog, type Watchdog } from './watchdog.ts';

const MINUTE_MS = 60_000;
const operator = 'operator@example.com';

let test: TestContext;
let now: number;
let jobs: JobActivity[];
let answers: boolean;
let deaths: number;
let watchdog: Watchdog;

beforeAll(async () => {
  test = await createTestContext({ config: { platformAdminEmails: [operator] } });
});
afterAll(() => test.close());
beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00Z');
  answers = true;
  deaths = 0;
  jobs = [
    { name: 'check-slice', aliveAt: now, lastRanAt: now },
    { name: 'deliver-slice', aliveAt: now, lastRanAt: null },
  ];
  test.ctx.gateways.mailer.sent.length = 0;
  watchdog = createWatchdog({
    activity: () => jobs,
    ping: async () => {
      if (!answers) throw new Error('no answer');
    },
    system: test.ctx,
    onDead: () => {
      deaths += 1;
    },
    now: () => now,
  });
  watchdog.stop();
});

const passMinutes = async (minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    now += MINUTE_MS;
    await watchdog.check();
  }
};
const showLife = (name: string): void => {
  jobs = jobs.map((job) => (job.name === name ? { ...job, aliveAt: now, lastRanAt: now } : job));
};
const mails = (): readonly Mail[] => test.ctx.gateways.mailer.sent.map(({ mail }) => mail);

describe('a kind of job that is not alive', () => {
  it('is late after two minutes, for readiness and metrics, and only that one', async () => {
    await passMinutes(1);
    expect(watchdog.late()).toEqual([]);
    showLife('deliver-slice');
    await passMinutes(1);
    expect(watchdog.late()).toEqual(['check-slice']);
    expect(watchdog.readings()).toMatchObject([
      { name: 'check-slice', late: true },
      { name: 'deliver-slice', late: false },
    ]);
  });

  it('is mailed to each operator once, past the queue, and again only after a recovery', async () => {
    answers = false;
    await passMinutes(20);
    expect(mails()).toMatchObject([{ kind: 'jobs-late', to: operator, late: ['check-slice', 'deliver-slice'] }]);
    for (const { name } of jobs) showLife(name);
    await watchdog.check();
    expect(watchdog.late()).toEqual([]);
    await passMinutes(2);
    expect(mails()).toHaveLength(2);
  });

  it('exits when it stays dead although PostgreSQL responds', async () => {
    await passMinutes(4);
    expect(deaths).toBe(0);
    await passMinutes(1);
    expect(deaths).toBe(1);
  });

  it('does not exit while PostgreSQL is down, nor at once when it is back', async () => {
    answers = false;
    await passMinutes(60);
    answers = true;
    await passMinutes(2);
    for (const { name } of jobs) showLife(name);
    await passMinutes(1);
    expect(deaths).toBe(0);
  });
});
