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
  }).toMatchInlineSnapshot(`
    {
      "address": "The address of the machine changed on AWS from 203.0.113.7 to 203.0.113.8: clients that use the former don't reach it.",
      "deleted": "Nothing of this service is left on AWS: it was deleted there. Delete the service here.",
      "deleting": "The machine is being deleted on AWS.",
      "stopped": "The machine was stopped on AWS. Start it there: it costs the same while it stands still.",
      "tags": "The tags of the machine were changed on AWS. Set them again, or other tools may take it for nobody's.",
      "type": "The machine type was changed on AWS from t3.medium to t3.large. Resize the service to bring it back.",
    }
  `);
});

it('knows nothing of what has no machine', () => {
  const { machine: _none, ...container } = machine;
  expect(driftOf({ ...desired, cloud: 'local' }, container)).toBeNull();
});
