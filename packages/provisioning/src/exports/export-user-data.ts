import { writeCloudConfig } from '../clouds/first-boot/cloud-config.ts';
import { writeCompose } from './compose.ts';
import { writePrepareScript } from './prepare-script.ts';
import { engineFiles, exportPath, isSecret, type ServiceExport } from './service-export.ts';

export const exportFolder = ({ name }: Pick<ServiceExport, 'name'>): string => `/opt/${name}`;

/**
 * Returns user data for cloud-init on Debian 12: a machine with Docker, Docker Compose and the files of the export. It has no password and no
 * key, since everyone with access to the cloud account can read it, and does not start the engine, which waits for its data.
 */
export const writeExportUserData = (wanted: ServiceExport): string => {
  const inFolder = (path: string): string => `${exportFolder(wanted)}/${path}`;
  const open = engineFiles(wanted).filter((file) => !isSecret(file));
  return writeCloudConfig({
    signIn: 'image',
    packages: ['docker-compose', 'docker.io', 'openssl'],
    files: [
      { path: inFolder('compose.yaml'), text: writeCompose(wanted), mode: 0o644, uid: 0 },
      { path: inFolder('prepare.sh'), text: writePrepareScript(wanted), mode: 0o755, uid: 0 },
      ...open.map((file) => ({ ...file, path: inFolder(exportPath(file.path)) })),
    ],
    commands: [],
  });
};
