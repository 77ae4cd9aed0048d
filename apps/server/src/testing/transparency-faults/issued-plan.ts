import { addMs, DAY_MS } from '@notafter/domain';
import { type BulkCertificate, bulkCertificate, type Submission } from '@notafter/transparency/testing';
import { createRandom } from '../random.ts';

const LIFETIME_DAYS = 180;
/** More than a third of the lifetime: a renewal is due. */
const OLD_DAYS = 61;
const YOUNG_DAYS = 5;

/** An endpoint, and since when the certificate is valid that it serves. */
export interface PlannedEndpoint {
  readonly host: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface IssuedPlan {
  readonly endpoints: readonly PlannedEndpoint[];
  readonly renewals: readonly BulkCertificate[];
  /** Nobody ordered them: half are renewals of certificates that are new, half have a name that no certificate had. */
  readonly unknowns: readonly BulkCertificate[];
  /** For both logs, in order: each as precertificate and, some entries later, as certificate. */
  readonly submissions: readonly Submission[];
}

/** Entries between a precertificate and its certificate, at most. */
const APART = 100;

interface PlanSize {
  readonly domain: string;
  readonly renewals: number;
  readonly unknowns: number;
  readonly seed: number;
}

let serials = 0;
/** A certificate with a new key, valid from now on. */
export const issue = (...names: readonly string[]): BulkCertificate => {
  serials += 1;
  return bulkCertificate({ serial: serials, names, notBefore: new Date(), days: LIFETIME_DAYS, isRandom: true });
};

/** Plans endpoints below a domain, a renewal for each that is due, and unknown certificates at places that the seed determines. */
export const planIssued = ({ domain, renewals, unknowns, seed }: PlanSize): IssuedPlan => {
  const random = createRandom(seed);
  const endpoint = (host: string, days: number): PlannedEndpoint => {
    const notBefore = addMs(new Date(), -days * DAY_MS);
    return { host, notBefore, notAfter: addMs(notBefore, LIFETIME_DAYS * DAY_MS) };
  };
  const hosts = Array.from({ length: renewals }, (_, at) => `n${at}.${domain}`);
  const young = Array.from({ length: Math.floor(unknowns / 2) }, (_, at) => `young${at}.${domain}`);
  const foreign = Array.from({ length: unknowns - young.length }, (_, at) => [`n${at % renewals}.${domain}`, `added${at}.${domain}`]);
  const [renewed, planted] = [
    hosts.map((host) => issue(host)),
    [...young.map((host) => [host]), ...foreign].map((names) => issue(...names)),
  ];
  const order: BulkCertificate[] = [...renewed];
  for (const of of planted) order.splice(Math.floor(random() * (order.length + 1)), 0, of);
  const submissions: Submission[] = [];
  for (let at = 0; at < order.length; at += APART) {
    const some = order.slice(at, at + APART);
    submissions.push(
      ...some.map((of) => ({ kind: 'precertificate', of }) as const),
      ...some.map((of) => ({ kind: 'certificate', of }) as const),
    );
  }
  return {
    endpoints: [...hosts.map((host) => endpoint(host, OLD_DAYS)), ...young.map((host) => endpoint(host, YOUNG_DAYS))],
    renewals: renewed,
    unknowns: planted,
    submissions,
  };
};
