import { expect, it } from 'vitest';
import { brandId } from '../ids.ts';
import type { Instance, SignIn } from './driver.ts';
import { serviceProblemOf } from './service-problem.ts';

const well: Instance = {
  tag: { installation: brandId('0198b5a0-0000-7000-8000-000000000001'), service: brandId('0198b5a0-0000-7000-8000-000000000002') },
  by: 'process',
  state: 'running',
  host: '127.0.0.1',
  ports: [{ name: 'native', port: 5432 }],
  size: null,
  problem: null,
  restarts: 2,
  outOfMemory: false,
  diskFreeMib: 512,
};
const signedIn: SignIn = { result: 'signed_in', version: '18.1', fingerprint256: 'AA' };
const problemOf = (instance: Partial<Instance> | null, signIn: SignIn | null = signedIn) =>
  serviceProblemOf({
    solution: 'postgres',
    instance: instance === null ? null : { ...well, ...instance },
    signIn,
    issuedFingerprint256: 'AA',
    restartsBefore: 2,
  });

it('finds nothing wrong with a service that is well', () => {
  expect(problemOf({})).toBeNull();
  expect(problemOf({ diskFreeMib: null, restarts: 5 })).toBeNull();
});

it.each([
  [problemOf(null), 'The instance no longer exists on the cloud.'],
  [
    problemOf({ diskFreeMib: 511, state: 'failed', problem: 'PostgreSQL ended.' }),
    'The disk that PostgreSQL writes to has only 511 MB left.',
  ],
  [problemOf({ outOfMemory: true }), 'PostgreSQL ran out of memory. A larger plan has more.'],
  [problemOf({ restarts: 6 }), 'PostgreSQL restarts again and again.'],
  [problemOf({ state: 'failed', problem: 'PostgreSQL ended: no space.' }), 'PostgreSQL ended: no space.'],
  [problemOf({ state: 'stopped' }), 'The instance is stopped.'],
  [problemOf({}, null), 'PostgreSQL could not be reached.'],
  [problemOf({}, { ...signedIn, fingerprint256: 'BB' }), 'PostgreSQL serves another certificate than the one that was issued for it.'],
  [problemOf({}, { result: 'refused', reason: 'no' }), 'PostgreSQL refuses the password that we have. Was it changed from outside?'],
  [problemOf({}, { result: 'unavailable', reason: 'Nothing listens.' }), 'PostgreSQL does not answer: Nothing listens.'],
])('%s', (found, expected) => {
  expect(found).toBe(expected);
});
