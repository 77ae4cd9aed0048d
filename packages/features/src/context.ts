import type { AuthService } from '@notafter/auth';
import type { Database, Transaction } from '@notafter/db';
import {
  type Actor,
  type Clock,
  DomainError,
  type Entitlements,
  type Gateways,
  type Log,
  type OrganizationId,
  type PlanName,
  roleMay,
  type UseCaseName,
} from '@notafter/domain';
import type { JobQueue } from '@notafter/jobs';

/** The settings that rules depend on; packages/config parses them. */
export interface FeaturesConfig {
  readonly publicUrl: string;
  readonly defaultPlan: PlanName;
  readonly passwordMinLength: number;
  readonly checkIntervalHours: number;
  /** Sign-ups need no activation (development only). */
  readonly devAutoActivate: boolean;
  /** Who runs the installation. */
  readonly platformAdminEmails: readonly string[];
}

/** What every use case gets. Jobs that belong to no person get just this. */
export interface SystemContext {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly auth: AuthService;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: FeaturesConfig;
  readonly gateways: Gateways;
}

/** From where a request came: for throttling, sessions and the audit log. */
export interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** A request before its use case asked who is behind it. */
export interface RequestContext extends SystemContext {
  readonly origin: RequestOrigin;
  readonly actor: Actor | null;
}

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /** The plan in force, `Self-hosted` included. */
  readonly plan: string;
}

/** A signed-in person acting in their organisation. */
export interface OrgContext extends SystemContext {
  readonly origin: RequestOrigin;
  readonly actor: Actor;
  readonly org: Organization;
  readonly entitlements: Entitlements;
}

/** The first line of every use case that needs a sign-in. Throws `forbidden`. */
export const requirePermission = (ctx: Pick<OrgContext, 'actor'>, useCase: UseCaseName): void => {
  if (!roleMay(ctx.actor.role, useCase)) throw new DomainError('forbidden');
};

/** A context inside a transaction: no gateways, so that the network cannot be called while rows are locked. */
export type TransactionContext<Context extends SystemContext> = Omit<Context, 'gateways' | 'db'> & {
  readonly db: Transaction;
};
