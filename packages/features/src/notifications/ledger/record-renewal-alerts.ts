import { alerts, certificates } from '@notafter/db';
import { type AlertId, type CertificateId, type OrganizationId, type RenewalRule, renewalRules } from '@notafter/domain';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { notify } from '../delivery/notify.ts';
import { endAlerts } from './internal/end-alerts.ts';
import type { LedgerContext } from './internal/ledger-context.ts';
import { raiseAlerts } from './internal/raise-alerts.ts';
import { idArray } from './internal/sql-values.ts';

/** A finding to alert on. */
export interface RenewalAlert {
  /** The certificate that ends first among those that it concerns. */
  readonly certificateId: CertificateId;
  readonly rule: RenewalRule;
  readonly threshold: number;
  /** Alerts once per occasion in the domain, whichever certificate it is about. */
  readonly occasion: string;
  readonly summary: string;
}

interface DomainLook {
  readonly orgId: OrganizationId;
  readonly domain: string;
  /** Everything to alert on now; open alerts of the domain that are not among them end. */
  readonly wanted: readonly RenewalAlert[];
}

interface KnownAlert {
  readonly id: AlertId;
  readonly rule: RenewalRule;
  readonly threshold: number;
  readonly occasion: string;
  readonly isOpen: boolean;
  readonly resolution: string | null;
}

const isSame = (one: Pick<RenewalAlert, 'rule' | 'occasion'>, other: Pick<RenewalAlert, 'rule' | 'occasion'>): boolean =>
  one.rule === other.rule && one.occasion === other.occasion;

/** An alert whose certificate was removed moves on to another one of the domain. */
const wasRaised = (known: readonly KnownAlert[], wanted: RenewalAlert): boolean =>
  known.some((alert) => isSame(alert, wanted) && alert.threshold <= wanted.threshold && alert.resolution !== 'removed');

/**
 * Updates the ledger after a look at a domain: raises each finding once, ends the alerts of findings that are gone. Runs in the
 * transaction that stores the look and holds its row.
 */
export const recordRenewalAlerts = async (ctx: LedgerContext, { orgId, domain, wanted: asked }: DomainLook): Promise<void> => {
  const wanted = asked.map((alert) => ({ ...alert, occasion: `${domain} ${alert.occasion}` }));
  await ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(sql`${certificates.id} = any(${idArray(wanted.map(({ certificateId }) => certificateId))}::uuid[])`)
    .orderBy(asc(certificates.id))
    .for('share');
  const ofDomain = and(
    eq(alerts.orgId, orgId),
    inArray(alerts.rule, [...renewalRules]),
    sql`starts_with(${alerts.occasion}, ${`${domain} `})`,
  );
  const known = await ctx.db
    .select({
      id: alerts.id,
      rule: sql<RenewalRule>`${alerts.rule}`,
      threshold: alerts.threshold,
      occasion: alerts.occasion,
      isOpen: sql<boolean>`${alerts.resolvedAt} is null`,
      resolution: alerts.resolution,
    })
    .from(alerts)
    .where(ofDomain)
    .orderBy(asc(alerts.id))
    .for('no key update');
  const open = known.filter(({ isOpen }) => isOpen);
  const raised = await raiseAlerts(
    ctx,
    wanted.filter((alert) => !wasRaised(known, alert)),
  );
  const over = open.filter((alert) => !wanted.some((one) => isSame(one, alert)));
  const looser = open.filter((alert) => wanted.some((one) => isSame(one, alert) && one.threshold < alert.threshold));
  const byId = (ended: readonly KnownAlert[]) => sql`${alerts.id} = any(${idArray(ended.map(({ id }) => id))}::uuid[])`;
  const ended = [
    ...(await endAlerts(ctx, byId(over.filter(({ rule }) => rule === 'domain_expiring')), { resolution: 'renewed' })),
    ...(await endAlerts(ctx, byId(over.filter(({ rule }) => rule !== 'domain_expiring')), { resolution: 'recovered' })),
    ...(await endAlerts(ctx, byId(looser), { resolution: 'superseded', silent: true })),
  ];
  await notify(ctx, { raised, ended });
};
