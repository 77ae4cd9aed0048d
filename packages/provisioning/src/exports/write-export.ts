import { gzipSync } from 'node:zlib';
import { type ExportFile, ProviderError, type ServiceExports } from '@notafter/domain';
import { ARCHIVE_END, tarEntry } from '../archives/tar.ts';
import { defaultImages, type ServiceImages } from '../containers/images.ts';
import { writeCompose } from './compose.ts';
import { writeExportReadme } from './export-readme.ts';
import { writeExportUserData } from './export-user-data.ts';
import { writePrepareScript } from './prepare-script.ts';
import { engineFiles, exportPath, isSecret, type ServiceExport } from './service-export.ts';

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

/** Exports services with these images; null: the built-in table. */
export const createServiceExports = (images: ServiceImages | null): ServiceExports => ({
  write(service) {
    const image = (images ?? defaultImages)[service.solution];
    if (image === undefined) throw new ProviderError('invalid', 'SERVICES_IMAGES has no image for this solution.');
    const files = writeExport({ ...service, image });
    const entries = files.map(({ path, text, mode }) => tarEntry(`${service.name}/${path}`, '0', mode, 0, Buffer.from(text)));
    return { files, archive: gzipSync(Buffer.concat([...entries, ARCHIVE_END])) };
  },
});
