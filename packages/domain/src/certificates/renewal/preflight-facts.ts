import type { EndpointProtocol } from '../checks/observation.ts';
import type { RenewalIssuer } from './ca-identifiers.ts';
import type { CaaRecord, Looked, TlsaRecord } from './dns-facts.ts';

/** A name of a certificate that has to be renewed, with the CAs that issue for it today. */
export interface RenewalName {
  /** Without `*.`. */
  readonly name: string;
  readonly wildcard: boolean;
  /** Empty if no public CA issued its certificates. */
  readonly issuers: readonly RenewalIssuer[];
}

/** A request over plain HTTP to one address family of a name. `unknown`: this machine has no route, or no IPv6. */
export type HttpLook =
  | { readonly kind: 'answers' | 'loops' | 'unknown' }
  | { readonly kind: 'closed' | 'timeout'; readonly address: string };

/** Whether one port accepts a connection. */
export type PortLook =
  | { readonly kind: 'open' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'closed' | 'timeout'; readonly address: string };

/** Null for a family without addresses. */
export interface WebFacts {
  readonly http: { readonly ipv4: HttpLook | null; readonly ipv6: HttpLook | null };
  readonly https: { readonly ipv4: PortLook | null; readonly ipv6: PortLook | null };
}

export interface NameFacts extends RenewalName {
  /** The climb: the name and its parents, up to the first with records or with a fault. */
  readonly caa: readonly { readonly owner: string; readonly looked: Looked<CaaRecord> }[];
  /** NXDOMAIN. */
  readonly isGone: boolean;
  readonly challenge: {
    readonly looked: Looked<string>;
    /** The registrable domain behind the alias, if it does not exist. */
    readonly missingDomain: string | null;
  };
  readonly persist: readonly { readonly owner: string; readonly looked: Looked<string> }[];
  /** Null if nothing was connected to: a wildcard's parent, or a name without public addresses. */
  readonly web: WebFacts | null;
}

/** A name that was not looked at, with the reason as a sentence. */
export interface SkippedName {
  readonly name: string;
  readonly reason: string;
}

/** When the registration of a domain ends (RDAP). `unknown`: the registry does not say, or could not be asked. */
export type Registration =
  | { readonly kind: 'known'; readonly endsAt: Date }
  /** `isTransient`: worth another try. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly isTransient: boolean };

/** A certificate in the terms of TLSA records. */
export interface DaneCertificate {
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Lower-case hex: selector 0 the certificate, 1 its key; matching 0 as is, 1 SHA-256, 2 SHA-512. */
  digest(selector: number, matching: number): string;
}

/** One chain that an endpoint serves; it serves several if it has keys of several types. */
export interface DaneChain {
  /** As `RSA`. */
  readonly keyType: string;
  /** Leaf first, as sent. */
  readonly sent: readonly [DaneCertificate, ...DaneCertificate[]];
  /** The root that ends the chain, if it was not sent. */
  readonly root: DaneCertificate | null;
  /** The chain ends at a trusted root, names the host, and has not expired. */
  readonly isTrusted: boolean;
  readonly namesHost: boolean;
}

/** An endpoint whose TLSA records are judged. */
export interface DaneEndpoint {
  readonly host: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
}

export interface DaneFacts extends DaneEndpoint {
  readonly looked: Looked<TlsaRecord>;
  /** Empty if the endpoint could not be reached. */
  readonly chains: readonly DaneChain[];
}

/** `unreachable`: not even names that are known to be signed had an answer. */
export type ResolverState = 'validates' | 'does_not_validate' | 'unreachable';

/** The names and endpoints to look at for one registrable domain. */
export interface PreflightRequest {
  readonly domain: string;
  readonly names: readonly RenewalName[];
  /** Beside the MX hosts of the domain. */
  readonly endpoints: readonly DaneEndpoint[];
}

/** Everything that one look found about a registrable domain. */
export interface PreflightFacts {
  readonly domain: string;
  readonly resolver: ResolverState;
  readonly names: readonly NameFacts[];
  readonly skipped: readonly SkippedName[];
  readonly registration: Registration;
  readonly dane: readonly DaneFacts[];
}

/** The outside world of a look, without what only the registry knows. */
export interface RenewalPreflight {
  /** Never rejects for what DNS or a server does. */
  look(request: PreflightRequest, signal?: AbortSignal): Promise<Omit<PreflightFacts, 'registration'>>;
  /** Asks the registry (RDAP). `retryAt`: when it may be asked again at the earliest, if it said so. */
  findRegistration(domain: string, signal?: AbortSignal): Promise<{ readonly registration: Registration; readonly retryAt: Date | null }>;
}
