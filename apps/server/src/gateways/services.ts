import { readFile } from 'node:fs/promises';
import type { Config } from '@notafter/config';
import { openServicesHome } from '@notafter/db/embedded';
import type { Log, ServiceGateways } from '@notafter/domain';
import {
  type BackupStore,
  type CloudAccount,
  createAccountDrivers,
  createCertificateIssuer,
  createCloudDriver,
  createFileStore,
  createLocalDriver,
  createS3Store,
  createServiceBackups,
  createServiceEngines,
  createServiceExports,
  parseImages,
  type ServiceImages,
} from '@notafter/provisioning';
import { explained } from '../start-error.ts';

const readImages = (file: string): Promise<ServiceImages> =>
  explained('SERVICES_IMAGES is not usable. Set it to a table as packages/provisioning/README.md describes, or unset it.', async () =>
    parseImages(await readFile(file, 'utf8')),
  );

const readGcpKey = (file: string): Promise<string> =>
  explained('GOOGLE_APPLICATION_CREDENTIALS is not usable. Set it to the key file of a service account, or unset it.', () =>
    readFile(file, 'utf8'),
  );

/** Not behind the guard of outbound addresses: the operator names it, and it may be in private space, as the database and the mail server. */
const storeOf = (target: Config['services']['backups'], authorities: readonly string[]): BackupStore =>
  target.kind === 's3' ? createS3Store({ ...target, authorities }) : createFileStore({ directory: target.path, makes: target.makes });

/**
 * Implements the outside of the data services. Services outlive this process, so there is nothing to close. `authorities`: roots that the
 * certificate of a backup store may end at, besides the public ones.
 */
export const openServiceGateways = async (
  { services, dataDir, http }: Config,
  log: Log,
  authorities: readonly string[] = [],
): Promise<ServiceGateways> => {
  const { address, maxMemoryMib, dockerHost, imagesFile, backups, accounts, endpoints, sourceAddresses } = services;
  const images = imagesFile === null ? null : await readImages(imagesFile);
  const processHome = () => openServicesHome({ dataDir, log });
  const options = { endpoints, images, publicUrl: http.publicUrl, ownAddresses: sourceAddresses };
  const { aws, digitalocean, gcpKeyFile, azure } = accounts;
  const operators: readonly CloudAccount[] = [
    ...(aws === null ? [] : [{ cloud: 'aws', credentials: aws.keys } as const]),
    ...(digitalocean === null ? [] : [{ cloud: 'digitalocean', token: digitalocean } as const]),
    ...(gcpKeyFile === null ? [] : [{ cloud: 'gcp', key: await readGcpKey(gcpKeyFile) } as const]),
    ...(azure === null ? [] : [{ cloud: 'azure', ...azure } as const]),
  ];
  const enabled = operators.filter(({ cloud }) => services.clouds.includes(cloud));
  return {
    clouds: services.clouds,
    drivers: {
      ...(services.clouds.includes('local')
        ? { local: createLocalDriver({ address, maxMemoryMib, directory: dataDir, processHome, dockerHost, images }) }
        : {}),
      ...Object.fromEntries(enabled.map((account) => [account.cloud, createCloudDriver(account, options)])),
    },
    driverFor: createAccountDrivers(options),
    engines: createServiceEngines(),
    backups: createServiceBackups(storeOf(backups, authorities)),
    issuer: createCertificateIssuer(),
    exports: createServiceExports(images),
  };
};
