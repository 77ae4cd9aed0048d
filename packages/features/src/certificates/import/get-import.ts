import { getImportInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { getImportForOrg, type ImportView } from './internal/import-view.ts';

/** How far an import is, with up to 1,000 lines of its report. Throws `not_found`, for another organization's id too. */
export const getImport = useCase({
  name: 'certificates/get-import',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: getImportInput,
})(async (ctx, { id, after, limit }): Promise<ImportView> => getImportForOrg(ctx.db, ctx.reach, id, { after, limit }));
