import { HOUR_MS } from '../../time.ts';

/**
 * How what an endpoint serves differs from what is known for it. `not_reloaded`: the file has a newer certificate and the server was not
 * reloaded. `not_deployed`: a newer one is on disk or uploaded, and the file of the server still has the old one. `left_behind`: other
 * servers that had the same certificate serve a newer one. `unknown`: it serves a newer one than its file has.
 */
export const deploymentStates = ['not_reloaded', 'not_deployed', 'left_behind', 'unknown'] as const;
export type DeploymentState = (typeof deploymentStates)[number];

/** How many certificates before the present one a file is remembered with. */
export const REPLACED_KEPT = 8;

/** Facts of a certificate that comparisons need. */
export interface ComparedCertificate {
  readonly fingerprint256: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly names: readonly string[];
  readonly keyType: string;
}

/** A certificate that a place has now: a file on disk, an upload, or another server. */
export interface KnownCertificate {
  readonly certificate: ComparedCertificate;
  readonly source: 'file' | 'upload' | 'server';
  /** Fingerprints of those that the place had before. */
  readonly replaced: readonly string[];
}

export interface ComparedEndpoint {
  /** Every certificate that it serves, at whichever address and of whichever key type. */
  readonly served: readonly ComparedCertificate[];
  /** Fingerprints of those that it served at any time. */
  readonly history: ReadonlySet<string>;
  readonly known: readonly KnownCertificate[];
  /** Fingerprints of those in files that servers may read. */
  readonly onDisk: ReadonlySet<string>;
}

export interface DecidedDeployment {
  readonly state: DeploymentState;
  readonly served: string;
  readonly known: string;
}

const isNewer = (one: ComparedCertificate, other: ComparedCertificate): boolean => one.notBefore > other.notBefore;

const sharesName = (one: ComparedCertificate, other: ComparedCertificate): boolean => {
  const names = new Set(other.names.map((name) => name.toLowerCase()));
  return one.names.some((name) => names.has(name.toLowerCase()));
};

const newest = (known: readonly KnownCertificate[]): KnownCertificate | undefined =>
  known.reduce<KnownCertificate | undefined>(
    (found, each) => (found === undefined || isNewer(each.certificate, found.certificate) ? each : found),
    undefined,
  );

const problemOf = (served: ComparedCertificate, { history, known, onDisk }: ComparedEndpoint): DecidedDeployment | null => {
  const successors = known.filter(
    ({ certificate, replaced }) =>
      replaced.includes(served.fingerprint256) && isNewer(certificate, served) && sharesName(certificate, served),
  );
  const decided = (state: DeploymentState, found: KnownCertificate): DecidedDeployment => ({
    state,
    served: served.fingerprint256,
    known: found.certificate.fingerprint256,
  });
  const inFile = newest(successors.filter(({ source }) => source === 'file'));
  if (inFile !== undefined) return decided(onDisk.has(served.fingerprint256) ? 'not_deployed' : 'not_reloaded', inFile);
  const uploaded = newest(successors.filter(({ source }) => source === 'upload'));
  if (uploaded !== undefined) return decided('not_deployed', uploaded);
  const elsewhere = newest(successors);
  if (elsewhere !== undefined) return decided('left_behind', elsewhere);
  const earlier = newest(known.filter(({ source, certificate }) => source === 'file' && history.has(certificate.fingerprint256)));
  const isUnknown = earlier !== undefined && isNewer(served, earlier.certificate) && !onDisk.has(served.fingerprint256);
  return isUnknown ? decided('unknown', earlier) : null;
};

/**
 * Compares what an endpoint serves with what files, uploads and other servers have. Only a certificate that replaced the served one
 * in one place counts, so that two certificates of one name that live side by side are never taken for each other. Null: nothing
 * differs, or nothing is known.
 */
export const decideDeployment = (endpoint: ComparedEndpoint): DecidedDeployment | null => {
  const found = endpoint.served.flatMap((served) => problemOf(served, endpoint) ?? []);
  return deploymentStates.flatMap((state) => found.filter((each) => each.state === state))[0] ?? null;
};

const RELOAD_GRACE_MS = HOUR_MS;
const DEPLOY_GRACE_MS = 48 * HOUR_MS;

export interface DeploymentFacts {
  readonly state: DeploymentState;
  readonly since: Date;
  /** Expiry of the certificate that is served. */
  readonly notAfter: Date;
}

/**
 * When a deployment becomes an alert, if a check still finds it then; null: never. A reload may come by a job of every hour, and never
 * later than the next check; a rollout may take two days, or half of what is left of a short life.
 */
export const deploymentAlertAt = (
  { state, since, notAfter }: DeploymentFacts,
  { checkIntervalHours }: { readonly checkIntervalHours: number },
): Date | null => {
  if (state === 'unknown') return null;
  const left = Math.max(0, notAfter.getTime() - since.getTime()) / 2;
  const graceMs = state === 'not_reloaded' ? Math.min(RELOAD_GRACE_MS, checkIntervalHours * HOUR_MS) : Math.min(DEPLOY_GRACE_MS, left);
  return new Date(since.getTime() + graceMs);
};

/** Servers that had one certificate: how many have its successor. */
export interface DeploymentCount {
  readonly deployed: number;
  readonly total: number;
}

export interface DeploymentPlace {
  readonly path: string;
  readonly collector: string;
}

/** The alert in one or two sentences. */
export const deploymentSentence = (state: DeploymentState, { deployed, total }: DeploymentCount, place: DeploymentPlace | null): string => {
  const behind = total - deployed;
  const old = total > 1 ? `${behind} of ${total} servers still serve the old one` : 'the server still serves the old one';
  const where = place === null ? 'An uploaded certificate is newer' : `${place.path} (${place.collector}) has a new certificate`;
  switch (state) {
    case 'not_reloaded':
      return `Renewed, not reloaded. ${where}, but ${old}.`;
    case 'not_deployed':
      return `Issued, not deployed. ${where}, but ${old}.`;
    case 'left_behind':
      return `${deployed} of ${total} servers serve the new certificate, ${behind === 1 ? 'one still serves' : `${behind} still serve`} the old one.`;
    case 'unknown':
      return 'Served, but unknown. The server has a newer certificate than its file.';
  }
};
