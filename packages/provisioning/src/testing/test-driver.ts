import { openServicesHome } from '@notafter/db/embedded';
import type { CloudDriver } from '@notafter/domain';
import { createLocalDriver } from '../local/local-driver.ts';
import { testImageTable } from './test-images.ts';

/** Everything that two drivers of one machine share. */
export interface DriverPlace {
  readonly directory: string;
  /** Null: services run as processes. */
  readonly dockerHost: string | null;
  /** Where an engine is looked for otherwise. */
  readonly sockets?: readonly string[];
}

const silent = { info: () => undefined, warn: () => undefined };

export const openTestHome = (directory: string) => openServicesHome({ dataDir: directory, log: silent });

/** A driver as each process of a server makes it. */
export const createTestDriver = ({ directory, dockerHost, sockets = [] }: DriverPlace): CloudDriver =>
  createLocalDriver({
    ...{ address: '127.0.0.1', maxMemoryMib: null, directory, dockerHost, images: testImageTable, sockets },
    processHome: () => openTestHome(directory),
  });
