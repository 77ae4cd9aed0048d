import type { Instance, SignIn } from './driver.ts';
import { type SolutionSlug, solutions } from './solutions.ts';

/** More starts than this since the last look are a crash loop. */
const RESTARTS_MAX = 3;
/** Engines stop taking writes a little before their disk is full. */
const DISK_FREE_MIN_MIB = 512;

interface Looked {
  readonly solution: SolutionSlug;
  /** Null: the cloud has none. */
  readonly instance: Pick<Instance, 'state' | 'problem' | 'restarts' | 'outOfMemory' | 'diskFreeMib'> | null;
  /** Null if nothing could be signed in to. */
  readonly signIn: SignIn | null;
  /** Of the certificate that was issued for it. */
  readonly issuedFingerprint256: string | null;
  /** Starts that nobody asked for, at the look before. */
  readonly restartsBefore: number;
}

/** Returns the problem of a service that should run, as a sentence for people; null if it is well. */
export const serviceProblemOf = ({ solution, instance, signIn, issuedFingerprint256, restartsBefore }: Looked): string | null => {
  const { name } = solutions[solution];
  if (instance === null) return 'The instance no longer exists on the cloud.';
  if (instance.diskFreeMib !== null && instance.diskFreeMib < DISK_FREE_MIN_MIB) {
    return `The disk that ${name} writes to has only ${instance.diskFreeMib} MB left.`;
  }
  if (instance.outOfMemory) return `${name} ran out of memory. A larger plan has more.`;
  if (instance.restarts - restartsBefore > RESTARTS_MAX) return `${name} restarts again and again.`;
  if (instance.state !== 'running') return instance.problem ?? `The instance is ${instance.state}.`;
  if (signIn === null) return `${name} could not be reached.`;
  if (signIn.result === 'signed_in') {
    const isIssued = issuedFingerprint256 === null || signIn.fingerprint256 === issuedFingerprint256;
    return isIssued ? null : `${name} serves another certificate than the one that was issued for it.`;
  }
  return signIn.result === 'refused'
    ? `${name} refuses the password that we have. Was it changed from outside?`
    : `${name} does not answer: ${signIn.reason}`;
};
