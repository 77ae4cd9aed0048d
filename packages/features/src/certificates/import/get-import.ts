import type { GetImportInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { getImportForOrg, type ImportView } from './internal/import-view.ts';

/** How far an import is, with up to 1,000 lines of its report. Throws `not_found`, for another organization's id too. */
export const getImport = async (ctx: OrgContext, { id, after, limit }: GetImportInput): Promise<ImportView> => {
  requirePermission(ctx, 'certificates/get-import');
  return getImportForOrg(ctx.db, ctx.reach, id, { after, limit });
};
