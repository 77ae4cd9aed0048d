import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@notafter/config';
import { openServicesHome } from '@notafter/db/embedded';
import type { Log, ServiceGateways } from '@notafter/domain';
import {
  createCertificateIssuer,
  createFileStore,
  createLocalDriver,
  createServiceBackups,
  createServiceEngines,
  parseImages,
  type ServiceImages,
} from '@notafter/provisioning';
import { explained } from '../start-error.ts';

const readImages = (file: string): Promise<ServiceImages> =>
  explained('SERVICES_IMAGES is not usable. Set it to a table as packages/provisioning/README.md describes, or unset it.', async () =>
    parseImages(await readFile(file, 'utf8')),
  );

/** Implements the outside of the data services. Services outlive this process, so there is nothing to close. */
export const openServiceGateways = async ({ services, dataDir }: Config, log: Log): Promise<ServiceGateways> => {
  const { address, maxMemoryMib, dockerHost, imagesFile, backupFolder } = services;
  const images = imagesFile === null ? null : await readImages(imagesFile);
  const processHome = () => openServicesHome({ dataDir, log });
  return {
    drivers: services.clouds.includes('local')
      ? { local: createLocalDriver({ address, maxMemoryMib, directory: dataDir, processHome, dockerHost, images }) }
      : {},
    engines: createServiceEngines(),
    backups: createServiceBackups(
      // A folder of the operator's may be a mount: made here, it would hide that the mount is gone.
      createFileStore({ directory: backupFolder ?? join(dataDir, 'backups'), makes: backupFolder === null }),
    ),
    issuer: createCertificateIssuer(),
  };
};
