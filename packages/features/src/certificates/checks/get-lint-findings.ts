import type { LintFinding } from '@notafter/domain';
import { certificateIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { getDetailForOrg } from '../internal/certificate-view.ts';

/**
 * Returns the rules that the served chain breaks and clients forgive, derived from the stored certificates. They change neither
 * status nor score. Throws `certificate_not_found`.
 */
export const getLintFindings = useCase({
  name: 'certificates/get-lint-findings',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: certificateIdInput,
})(async (ctx, { id }): Promise<{ findings: readonly LintFinding[] }> => {
  const { chain, root } = await getDetailForOrg(ctx.db, ctx.reach, id, { rules: ctx.config.clientRules, now: ctx.clock.now() });
  return { findings: ctx.gateways.linter.lint([...chain, ...(root === null ? [] : [root])].map(({ pem }) => pem)) };
});
