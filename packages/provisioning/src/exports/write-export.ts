import { writeCompose } from './compose.ts';
import { writeExportReadme } from './export-readme.ts';
import { writeExportUserData } from './export-user-data.ts';
import { writePrepareScript } from './prepare-script.ts';
import { type ExportFile, engineFiles, exportPath, isSecret, type ServiceExport } from './service-export.ts';

/**
 * Returns everything that a service needs to go on without Notafter, except its data: a Compose file, cloud-init's user data, the files of
 * the engine, and how to use them. Throws `ProviderError` if the solution has no recipe.
 */
export const writeExport = (wanted: ServiceExport): readonly ExportFile[] => {
  const open = (path: string, text: string, mode = 0o644): ExportFile => ({ path, text, mode, isSecret: false });
  return [
    open('README.md', writeExportReadme(wanted)),
    open('compose.yaml', writeCompose(wanted)),
    open('cloud-init.yaml', writeExportUserData(wanted)),
    open('prepare.sh', writePrepareScript(wanted), 0o755),
    ...engineFiles(wanted).map((file) => ({ path: exportPath(file.path), text: file.text, mode: file.mode, isSecret: isSecret(file) })),
  ];
};
