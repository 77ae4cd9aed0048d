import type { ApiKeyPermissions, CertificateScope } from '../accounts/api-key-limits.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { type Entitlements, effectivePlan, entitlementsOf, type PlanName } from '../plans/plans.ts';

/** Features that a plan must include, and the code that refuses a plan without them. */
export const planGates = {
  apiKeys: { code: 'api_keys_plan', includedIn: ({ apiKeys }) => apiKeys },
  bulkImport: { code: 'import_plan', includedIn: ({ bulkImport }) => bulkImport },
  collectors: { code: 'collectors_plan', includedIn: ({ enterprise }) => enterprise },
  environments: { code: 'environment_plan', includedIn: ({ environmentLimit }) => environmentLimit !== 0 },
  enterpriseAnalytics: { code: 'enterprise_analytics_plan', includedIn: ({ enterprise }) => enterprise },
  reports: { code: 'reports_plan', includedIn: ({ team }) => team },
  smartNotifications: { code: 'smart_notifications_plan', includedIn: ({ team }) => team },
  teamAnalytics: { code: 'team_analytics_plan', includedIn: ({ team }) => team },
  team: { code: 'team_plan', includedIn: ({ team }) => team },
  webhooks: { code: 'webhooks_plan', includedIn: ({ channels }) => channels.includes('webhook') },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly includedIn: (entitlements: Entitlements) => boolean }>;

/** Whether an organization's plan includes a feature. No feature depends on the operator's own limits for an organization. */
export const planIncludes = (gate: keyof typeof planGates, { plan }: { readonly plan: string }, defaultPlan: PlanName): boolean =>
  planGates[gate].includedIn(entitlementsOf(effectivePlan(plan, defaultPlan)));

/**
 * Access to a use case. `anyone`: no sign-in needed. `member`: admins and viewers. `admin`: admins of the
 * organization. `platform`: platform administrators in a browser, whatever their role in their organization. `system`: jobs and
 * schedules only, reachable from no transport.
 */
export type Access = 'anyone' | 'member' | 'admin' | 'platform' | 'system';

/** Callers of one use case, and its plans. */
export interface Permission {
  readonly access: Access;
  /** Only from a browser where the person signed in: what a token may not do in their name. */
  readonly via?: 'session';
  /** An API key with this permission may call it too. */
  readonly apiKey?: keyof ApiKeyPermissions;
  /** It keeps to the scope of an API key that has one. Without it such a key is refused. */
  readonly scoped?: true;
  /** Only on plans that include this. What depends on the input is refused by the use case. */
  readonly plan?: keyof typeof planGates;
}

export type Role = 'admin' | 'viewer';

const roleMay = (role: Role, access: Access): boolean => {
  switch (access) {
    case 'anyone':
    case 'member':
      return true;
    case 'admin':
      return role === 'admin';
    case 'platform':
    case 'system':
      return false;
  }
};

type Asker =
  | { readonly via: 'session' | 'token'; readonly role: Role }
  | { readonly via: 'api-key'; readonly permissions: ApiKeyPermissions; readonly scope: CertificateScope | null };

export type Refusal = 'platform_admin_required' | 'forbidden' | 'session_required' | 'api_key_scope' | 'api_key_scoped';

/** Why this actor may not call the use case; null where it may. `isPlatformAdmin` is their state at this call. */
export const refusalOf = (actor: Asker, permission: Permission, isPlatformAdmin = false): Refusal | null => {
  if (actor.via === 'api-key') {
    if (permission.apiKey === undefined || !actor.permissions[permission.apiKey]) return 'api_key_scope';
    return actor.scope !== null && permission.scoped !== true ? 'api_key_scoped' : null;
  }
  if (permission.access === 'platform') {
    if (!isPlatformAdmin) return 'platform_admin_required';
  } else if (!roleMay(actor.role, permission.access)) return 'forbidden';
  return permission.via === 'session' && actor.via !== 'session' ? 'session_required' : null;
};

/** The code that refuses the use case on a plan with these entitlements; null if the plan includes it. */
export const planRefusalOf = (entitlements: Entitlements, { plan }: Permission): ErrorCode | null => {
  if (plan === undefined) return null;
  const gate = planGates[plan];
  return gate.includedIn(entitlements) ? null : gate.code;
};
