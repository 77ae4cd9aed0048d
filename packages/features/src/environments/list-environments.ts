import { type OrgContext, requirePermission } from '../context.ts';
import { type EnvironmentView, listEnvironmentsOfOrg } from './internal/environment-view.ts';

export interface EnvironmentList {
  /** By name. All of them: nobody makes so many that they need pages. */
  readonly environments: readonly EnvironmentView[];
  /** How many the plan allows; null: any number, 0: none can be made. */
  readonly limit: number | null;
}

/** Every environment of the organization, on every plan: after a downgrade those that are there still name their certificates. */
export const listEnvironments = async (ctx: OrgContext): Promise<EnvironmentList> => {
  requirePermission(ctx, 'environments/list-environments');
  return { environments: await listEnvironmentsOfOrg(ctx.db, ctx.reach), limit: ctx.entitlements.environmentLimit };
};
