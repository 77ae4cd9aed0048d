import type { AuthService } from '@notafter/auth';
import type { Database, Transaction } from '@notafter/db';
import {
  type Actor,
  type CheckoutLinks,
  type ClientRules,
  type Clock,
  DomainError,
  type Entitlements,
  type Gateways,
  type IdempotencyKeyId,
  type IdentityProviderName,
  type Log,
  type OrganizationId,
  type Permission,
  type PlanName,
  planRefusalOf,
  refusalOf,
  type UserId,
} from '@notafter/domain';
import type { JobQueue } from '@notafter/jobs';
import type { CertificateReach } from './certificate-reach.ts';
import type { ReplicaReads } from './replica-reads.ts';

/** Settings that rules depend on; packages/config parses them. */
export interface FeaturesConfig {
  readonly publicUrl: string;
  readonly defaultPlan: PlanName;
  readonly passwordMinLength: number;
  readonly checkIntervalHours: number;
  /** Sign-ups need no activation (development only). */
  readonly devAutoActivate: boolean;
  /** Addresses of the people who run the installation. */
  readonly platformAdminEmails: readonly string[];
  /** Domains whose addresses are listed like `platformAdminEmails`. */
  readonly platformAdminEmailDomains: readonly string[];
  /** False: mail is written to files in `DATA_DIR/outbox` and not sent. */
  readonly sendsMail: boolean;
  /** How many requests one token or API key may make. */
  readonly apiRequestsPerMinute: number;
  /** Which providers people can sign in with. */
  readonly identityProviders: readonly IdentityProviderName[];
  /** Addresses of the hosted checkout, where the operator named them. */
  readonly checkoutLinks: CheckoutLinks;
  /** Hosts that one discovery looks at, at most. */
  readonly discoveryMaxHosts: number;
  /** The table that says which client refuses which certificate. */
  readonly clientRules: ClientRules;
  /** Below which each data service has a name, such as `db.example.com`; null: clients connect to the address. */
  readonly servicesDomain: string | null;
}

/** `slice/file`, as in `environments/add-environment`. */
export type UseCaseName = `${string}/${string}`;

/** Context of every use case. Jobs without an actor get only this. */
export interface SystemContext {
  /** The use case that runs. Its transactions write audit rows under this name. */
  readonly useCase?: UseCaseName;
  readonly db: Database;
  /** Absent: every read goes to `db`. */
  readonly replica?: Pick<ReplicaReads, 'read'>;
  readonly jobs: JobQueue;
  readonly auth: AuthService;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: FeaturesConfig;
  readonly gateways: Gateways;
}

/** Origin of a request: for throttling, sessions and the audit log. */
export interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Encrypted values in cookies of this browser during a sign-in with an identity provider. */
export interface OAuthCookies {
  readonly oauthFlow: string | null;
  readonly pendingLink: string | null;
}

/** Sets cookies through the transport; the composition root knows their names and flags. */
export interface SessionCookies {
  set(token: string, expiresAt: Date): void;
  clear(): void;
  /** Sets an encrypted value, or deletes it with null. Absent if the caller is not a browser. */
  readonly setOAuth?: (what: keyof OAuthCookies, sealed: string | null) => void;
}

/** The right to run a request that carried an `Idempotency-Key`: the first with this key, or one after its lease ended without an effect. */
export interface IdempotencyClaim {
  readonly id: IdempotencyKeyId;
  readonly attempt: number;
}

/** A request before its organization is opened. */
export interface RequestContext extends SystemContext {
  readonly origin: RequestOrigin;
  readonly actor: Actor | null;
  /** The request's id in the response and the log. Absent outside HTTP requests. */
  readonly requestId?: string;
  readonly idempotency?: IdempotencyClaim;
  /** Absent if the caller is not a browser. */
  readonly oauthCookies?: OAuthCookies;
}

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /** The current plan, which may be `Self-hosted`. */
  readonly plan: string;
}

/** A person, or a key of the organization, acting in it. */
export interface OrgContext extends SystemContext {
  readonly origin: RequestOrigin;
  readonly actor: Actor;
  readonly idempotency?: IdempotencyClaim;
  readonly org: Organization;
  /** The certificates that the actor can access. */
  readonly reach: CertificateReach;
  readonly entitlements: Entitlements;
  /** Judged at this call: a listed address whose mailbox the person proved. */
  readonly isPlatformAdmin: boolean;
}

/**
 * Throws `platform_admin_required`, `forbidden`, `session_required`, `api_key_scope` or `api_key_scoped`, then the code of a plan that
 * does not include the use case. Every use case does this first; transports do it before they parse.
 */
export const requirePermission = (ctx: Pick<OrgContext, 'actor' | 'entitlements' | 'isPlatformAdmin'>, permission: Permission): void => {
  const refusal = refusalOf(ctx.actor, permission, ctx.isPlatformAdmin) ?? planRefusalOf(ctx.entitlements, permission);
  if (refusal !== null) throw new DomainError(refusal);
};

/** Null for an API key. */
export const personBehind = (actor: Actor): UserId | null => (actor.via === 'api-key' ? null : actor.userId);

/** A context inside a transaction: no gateways, so that the network cannot be called while rows are locked. */
export type TransactionContext<Context extends SystemContext> = Omit<Context, 'gateways' | 'db'> & {
  readonly db: Transaction;
};
