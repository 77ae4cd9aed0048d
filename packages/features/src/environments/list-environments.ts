import { useCase } from '../use-case.ts';
import { type EnvironmentView, listEnvironmentsOfOrg } from './internal/environment-view.ts';

export interface EnvironmentList {
  /** By name. All of them, since their number needs no paging. */
  readonly environments: readonly EnvironmentView[];
  /** The plan's limit; null: any number, 0: none can be created. */
  readonly limit: number | null;
}

/** Returns every environment of the organization, on every plan: after a downgrade existing ones still group their certificates. */
export const listEnvironments = useCase({
  name: 'environments/list-environments',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(
  async (ctx): Promise<EnvironmentList> => ({
    environments: await listEnvironmentsOfOrg(ctx.db, ctx.reach),
    limit: ctx.entitlements.environmentLimit,
  }),
);
