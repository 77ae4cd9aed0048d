import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeThrowawayDir } from '@notafter/db/testing';
import type { AccountCloud } from '@notafter/domain';
import { type LiveCloud, openLiveCloud } from '@notafter/provisioning/testing';

/** By digest, as machines need it. The machines of a fake cloud pull nothing. */
const images = {
  postgres: {
    image: `docker.io/library/postgres@sha256:${'0123456789abcdef'.repeat(4)}`,
    ...{ version: '18.6', uid: 999, data: '/var/lib/postgresql' },
  },
};

/** A fake cloud, and the settings of a server that uses it. */
export const openCloudGround = async (cloud: AccountCloud): Promise<LiveCloud & { readonly env: Readonly<Record<string, string>> }> => {
  const folder = await makeThrowawayDir();
  const file = join(folder, 'images.json');
  await writeFile(file, JSON.stringify(images));
  const live = await openLiveCloud(cloud);
  return {
    ...live,
    env: { SERVICES_CLOUDS: `local,${cloud}`, SERVICES_IMAGES: file, DOCKER_HOST: '', ...live.environment },
    close: async () => {
      await live.close();
      await rm(folder, { recursive: true });
    },
  };
};
