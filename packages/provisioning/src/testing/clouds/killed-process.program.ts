import { brandId, ProviderError, type ServiceSpec } from '@notafter/domain';
import { z } from 'zod';
import { createAwsCloud } from '../../clouds/aws/aws-cloud.ts';
import { createAzureCloud } from '../../clouds/azure/azure-cloud.ts';
import { createDigitalOceanCloud } from '../../clouds/digitalocean/digitalocean-cloud.ts';
import { createGcpCloud } from '../../clouds/gcp/gcp-cloud.ts';
import { createEc2Fake } from './aws/ec2-fake.ts';
import { azureCredentials } from './azure/arm-fake.ts';
import { createDigitalOceanFake } from './digitalocean/do-fake.ts';
import { driverOn } from './driver-on.ts';
import { specOf } from './spec.ts';

const asked = z
  .object({
    cloud: z.enum(['digitalocean', 'aws', 'gcp', 'azure']),
    ...{ url: z.string(), now: z.number(), key: z.string() },
    call: z.enum(['create', 'resize', 'setAllowlist', 'remove']),
    spec: z.object({
      tag: z.object({ installation: z.string(), service: z.string() }),
      region: z.string(),
      size: z.object({ memoryMib: z.number() }),
      allowlist: z.array(z.string()),
    }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const { cloud: name, url, now, key, call } = asked;
const plan = asked.spec.size.memoryMib > 4096 ? 'professional' : 'hobbyist';
const tag = { installation: brandId<'installation'>(asked.spec.tag.installation), service: brandId<'service'>(asked.spec.tag.service) };
const spec: ServiceSpec = { ...specOf(name, asked.spec.region, plan), tag, allowlist: asked.spec.allowlist };
const overHttp = { endpoint: url, fetch: globalThis.fetch, now: () => now };
const open = {
  aws: () => createAwsCloud({ endpoint: url, credentials: createEc2Fake().account().credentials, regions: [spec.region] }),
  digitalocean: () => createDigitalOceanCloud({ ...createDigitalOceanFake().account(), ...overHttp }),
  azure: () => createAzureCloud({ credentials: azureCredentials, authorityHost: url, ...overHttp }),
  gcp: () => createGcpCloud({ credentials: { key }, tokenUrl: `${url}/token`, ...overHttp }),
};
const driver = driverOn(open[name]());
const { signal } = new AbortController();

const isDone = async (): Promise<boolean> => {
  try {
    if (call === 'remove') return await driver.remove(tag, signal);
    await driver[call](spec, signal);
    return true;
  } catch (error) {
    if (error instanceof ProviderError && error.passes) return false;
    throw error;
  }
};

// The clock of the fake moves with each call, so there is nothing to wait for.
while (!(await isDone()));
