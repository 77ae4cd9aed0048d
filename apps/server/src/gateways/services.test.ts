import { rm } from 'node:fs/promises';
import { readConfig } from '@notafter/config';
import { makeThrowawayDir } from '@notafter/db/testing';
import { createRecordingLog } from '@notafter/testing';
import { expect, it } from 'vitest';
import { openServiceGateways } from './services.ts';

it('runs PostgreSQL on this machine without any setting', async () => {
  const DATA_DIR = await makeThrowawayDir();
  const { drivers } = await openServiceGateways(readConfig({ DATA_DIR }, '/'), createRecordingLog());
  const survey = await drivers.local?.survey(AbortSignal.timeout(60_000));
  expect(survey?.solutions.postgres).toMatchObject({ runs: true, version: expect.stringMatching(/^\d+\.\d+$/) });
  expect(survey?.solutions.grafana).toEqual({ runs: false, reason: expect.stringMatching(/container/) });
  await rm(DATA_DIR, { recursive: true });
});

it('runs nothing with SERVICES_CLOUDS=none', async () => {
  expect((await openServiceGateways(readConfig({ SERVICES_CLOUDS: 'none' }, '/'), createRecordingLog())).drivers).toEqual({});
});
