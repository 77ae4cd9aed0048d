import { expect, it } from 'vitest';
import { brandId } from '../ids.ts';
import type { Instance } from './driver.ts';
import { driftOf } from './service-drift.ts';

const desired = { cloud: 'aws', plan: 'hobbyist', host: '203.0.113.7' } as const;
const machine: Instance = {
  ...{ tag: { installation: brandId('i'), service: brandId('s') }, by: 'machine', state: 'running', host: '203.0.113.7' },
  ...{ ports: [], size: null, problem: null, restarts: 0, outOfMemory: false, diskFreeMib: null },
  machine: { type: 't3.medium', isMarked: true },
};

it('says in one sentence what somebody changed on the cloud', () => {
  expect(driftOf(desired, machine)).toBeNull();
  expect({
    deleted: driftOf(desired, null),
    deleting: driftOf(desired, { ...machine, state: 'failed' }),
    stopped: driftOf(desired, { ...machine, state: 'stopped' }),
    address: driftOf(desired, { ...machine, host: '203.0.113.8' }),
    type: driftOf(desired, { ...machine, machine: { type: 't3.large', isMarked: true } }),
    tags: driftOf(desired, { ...machine, machine: { type: 't3.medium', isMarked: false } }),
  }).toMatchInlineSnapshot();
});

it('knows nothing of what has no machine', () => {
  const { machine: _none, ...container } = machine;
  expect(driftOf({ ...desired, cloud: 'local' }, container)).toBeNull();
});
