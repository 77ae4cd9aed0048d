import type { EC2Client, EC2ClientConfig, Filter, Instance, SecurityGroup, Volume } from '@aws-sdk/client-ec2';
import { type AwsKeys, type InstallationId, ProviderError, type ServiceId, type ServiceTag } from '@notafter/domain';
import { type Holdings, type MachineCloud, namesOf, refuseMissing, unlessGone } from '../machine-cloud.ts';
import { dryRunsOf } from './aws-dry-runs.ts';
import { type AwsAction, explainAws } from './aws-errors.ts';
import {
  addressOf,
  filterOf,
  firewallOf,
  LIVING,
  machineOf,
  openingsFor,
  openingsOf,
  permissionsOf,
  placeOf,
  regionOf,
  serviceIn,
  tagsOf,
  volumeOf,
  without,
} from './aws-resources.ts';

/** The same system on every cloud. EC2 resolves the name to the newest image. */
const IMAGE = 'resolve:ssm:/aws/service/debian/release/12/latest/amd64';
const ROOT_GIB = 16;
const DEVICE = '/dev/sdf';
const PAGE_SIZE = 500;

export interface AwsAccount {
  /** For every region; null: Amazon's own. */
  readonly endpoint: string | null;
  /** Null: the machine's, as the SDK finds them. */
  readonly credentials: AwsKeys | null;
  /** Where services can be. */
  readonly regions: readonly string[];
  readonly requestHandler?: EC2ClientConfig['requestHandler'];
}

type Sdk = typeof import('@aws-sdk/client-ec2');
interface Ec2 {
  readonly sdk: Sdk;
  readonly client: EC2Client;
}

/** Instances, EBS volumes, security groups and Elastic IP addresses of EC2. A service is in one region, which its tag does not have. */
export const createAwsCloud = (account: AwsAccount): MachineCloud => {
  const clients = new Map<string, EC2Client>();
  /** A hint: where nothing is found, every region is searched. */
  const regions = new Map<ServiceId, string>();

  /** Loads the SDK, of which a server without this cloud needs nothing. */
  const open = async (region: string): Promise<Ec2> => {
    const sdk = await import('@aws-sdk/client-ec2');
    const { endpoint, credentials, requestHandler } = account;
    const client =
      clients.get(region) ??
      new sdk.EC2Client({
        region,
        // Calls that may pass are made again by the steps of an operation.
        maxAttempts: 1,
        ...(endpoint === null ? {} : { endpoint }),
        ...(credentials === null ? {} : { credentials }),
        ...(requestHandler === undefined ? {} : { requestHandler }),
      });
    clients.set(region, client);
    return { sdk, client };
  };

  const call = async <Result>(
    action: AwsAction,
    region: string,
    signal: AbortSignal,
    send: (ec2: Ec2) => Promise<Result>,
  ): Promise<Result> => {
    signal.throwIfAborted();
    try {
      return await send(await open(region));
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ProviderError ? error : explainAws(action, error);
    }
  };
  const change = async (action: AwsAction, region: string, signal: AbortSignal, send: (ec2: Ec2) => Promise<unknown>): Promise<void> => {
    await call(action, region, signal, send);
  };

  /** Every page of each kind. */
  const describe = async (region: string, filters: Filter[], abortSignal: AbortSignal) => {
    const instances: Instance[] = [];
    const volumes: Volume[] = [];
    const groups: SecurityGroup[] = [];
    const living = { Filters: [...filters, { Name: 'instance-state-name', Values: LIVING }] };
    await call('ec2:DescribeInstances', region, abortSignal, async ({ sdk, client }) => {
      const pages = sdk.paginateDescribeInstances({ client, pageSize: PAGE_SIZE }, living, { abortSignal });
      for await (const { Reservations = [] } of pages) instances.push(...Reservations.flatMap(({ Instances = [] }) => Instances));
    });
    await call('ec2:DescribeVolumes', region, abortSignal, async ({ sdk, client }) => {
      const pages = sdk.paginateDescribeVolumes({ client, pageSize: PAGE_SIZE }, { Filters: filters }, { abortSignal });
      for await (const { Volumes = [] } of pages)
        volumes.push(...Volumes.filter(({ State }) => State !== 'deleting' && State !== 'deleted'));
    });
    await call('ec2:DescribeSecurityGroups', region, abortSignal, async ({ sdk, client }) => {
      const pages = sdk.paginateDescribeSecurityGroups({ client, pageSize: PAGE_SIZE }, { Filters: filters }, { abortSignal });
      for await (const { SecurityGroups = [] } of pages) groups.push(...SecurityGroups);
    });
    const { Addresses: addresses = [] } = await call('ec2:DescribeAddresses', region, abortSignal, ({ sdk, client }) =>
      client.send(new sdk.DescribeAddressesCommand({ Filters: filters }), { abortSignal }),
    );
    return { instances, volumes, groups, addresses };
  };

  const findIn = async (region: string, tag: ServiceTag, signal: AbortSignal): Promise<Holdings> => {
    const { instances, volumes, groups, addresses } = await describe(region, filterOf(tag), signal);
    const byAge = instances.toSorted((one, other) => (one.LaunchTime?.getTime() ?? 0) - (other.LaunchTime?.getTime() ?? 0));
    return {
      machines: byAge.map((instance) => machineOf(region, instance, addresses)),
      volumes: volumes.map((volume) => volumeOf(region, volume)),
      firewalls: groups.map((group) => firewallOf(region, group)),
      addresses: addresses.map((address) => addressOf(region, address)),
    };
  };
  const isEmpty = (held: Holdings): boolean => Object.values(held).every((list: readonly unknown[]) => list.length === 0);

  const find = async (tag: ServiceTag, signal: AbortSignal): Promise<Holdings> => {
    const known = regions.get(tag.service);
    const ordered = known === undefined ? account.regions : [known, ...account.regions.filter((region) => region !== known)];
    for (const region of ordered) {
      const held = await findIn(region, tag, signal);
      if (isEmpty(held)) continue;
      regions.set(tag.service, region);
      return held;
    }
    return { machines: [], volumes: [], firewalls: [], addresses: [] };
  };

  /** The subnet of the default network in a zone, or in the first zone of a region. */
  const subnetIn = async (region: string, zone: string | null, abortSignal: AbortSignal) => {
    const { Subnets = [] } = await call('ec2:DescribeSubnets', region, abortSignal, ({ sdk, client }) =>
      client.send(new sdk.DescribeSubnetsCommand({ Filters: [{ Name: 'default-for-az', Values: ['true'] }] }), { abortSignal }),
    );
    const sorted = Subnets.toSorted((one, other) => (one.AvailabilityZone ?? '').localeCompare(other.AvailabilityZone ?? ''));
    const subnet = sorted.find(({ AvailabilityZone }) => zone === null || AvailabilityZone === zone);
    if (subnet?.AvailabilityZone === undefined)
      throw new ProviderError('invalid', `AWS has no default network in ${zone ?? region}. Create one there, or choose another region.`);
    return { id: subnet.SubnetId, vpc: subnet.VpcId, zone: subnet.AvailabilityZone };
  };

  const listIn = async (region: string, installation: InstallationId, signal: AbortSignal): Promise<readonly ServiceTag[]> => {
    const { instances, volumes, groups, addresses } = await describe(region, filterOf({ installation }), signal);
    return [...instances, ...volumes, ...groups, ...addresses].flatMap((one) => serviceIn(one, installation));
  };

  return {
    cloud: 'aws',
    addresses: {
      create: ({ tag, region }, abortSignal) =>
        change('ec2:AllocateAddress', region, abortSignal, ({ sdk, client }) => {
          const TagSpecifications = tagsOf('elastic-ip', tag, namesOf(tag).machine);
          return client.send(new sdk.AllocateAddressCommand({ Domain: 'vpc', TagSpecifications }), { abortSignal });
        }),
      associate: (_, address, machine, abortSignal) =>
        change('ec2:AssociateAddress', placeOf(machine).region, abortSignal, ({ sdk, client }) => {
          const input = { AllocationId: placeOf(address).id, InstanceId: placeOf(machine).id, AllowReassociation: false };
          return client.send(new sdk.AssociateAddressCommand(input), { abortSignal });
        }),
      delete: (address, abortSignal) =>
        unlessGone(
          change('ec2:ReleaseAddress', placeOf(address).region, abortSignal, ({ sdk, client }) =>
            client.send(new sdk.ReleaseAddressCommand({ AllocationId: placeOf(address).id }), { abortSignal }),
          ),
        ),
    },
    hasIpv6: true,
    resizing: {
      // Its states say all.
      changeOf: async () => ({ underWay: null, typeWasRefused: false }),
      // EC2 ends a system that does not listen by itself.
      stop: (machine, abortSignal) =>
        change('ec2:StopInstances', placeOf(machine).region, abortSignal, ({ sdk, client }) =>
          client.send(new sdk.StopInstancesCommand({ InstanceIds: [placeOf(machine).id] }), { abortSignal }),
        ),
      setType: (machine, machineType, abortSignal) =>
        change('ec2:ModifyInstanceAttribute', placeOf(machine).region, abortSignal, ({ sdk, client }) => {
          const input = { InstanceId: placeOf(machine).id, InstanceType: { Value: machineType } };
          return client.send(new sdk.ModifyInstanceAttributeCommand(input), { abortSignal });
        }),
      growVolume: (volume, sizeGib, abortSignal) =>
        change('ec2:ModifyVolume', regionOf(volume.zone), abortSignal, ({ sdk, client }) =>
          client.send(new sdk.ModifyVolumeCommand({ VolumeId: placeOf(volume).id, Size: sizeGib }), { abortSignal }),
        ),
    },
    async check(signal) {
      const [region] = account.regions;
      if (region === undefined) return;
      await subnetIn(region, null, signal);
      const { sdk, client } = await open(region);
      const missing: string[] = [];
      for (const [action, send] of dryRunsOf(sdk, client, IMAGE, signal)) {
        const refusal = await call(action, region, signal, send).then(
          () => null,
          (error: unknown) => error,
        );
        signal.throwIfAborted();
        // An ID that nothing has is refused, too, after the permission was found.
        if (!(refusal instanceof ProviderError)) continue;
        if (refusal.code === 'UnauthorizedOperation') missing.push(action);
        else if (refusal.passes || refusal.fault === 'auth') throw refusal;
      }
      refuseMissing('The AWS access key', missing, { one: "Add it to the key's policy.", several: "Add them to the key's policy." });
    },
    find,
    async list(installation, signal) {
      const found = await Promise.all(account.regions.map((region) => listIn(region, installation, signal)));
      return [...new Map(found.flat().map((tag) => [tag.service, tag])).values()];
    },
    deviceOf: (_, { id }) => `/dev/disk/by-id/nvme-Amazon_Elastic_Block_Store_${placeOf({ id }).id.replace('-', '')}`,
    async createVolume({ tag, region, sizeGib }, abortSignal) {
      const { zone } = await subnetIn(region, null, abortSignal);
      const input = {
        ...({ AvailabilityZone: zone, Size: sizeGib, VolumeType: 'gp3', Encrypted: true, ClientToken: `${tag.service}-data` } as const),
        TagSpecifications: tagsOf('volume', tag, namesOf(tag).volume),
      };
      await change('ec2:CreateVolume', region, abortSignal, ({ sdk, client }) =>
        client.send(new sdk.CreateVolumeCommand(input), { abortSignal }),
      );
    },
    async createFirewall({ tag, region }, abortSignal) {
      const { vpc } = await subnetIn(region, null, abortSignal);
      const GroupName = namesOf(tag).firewall;
      // It lets nobody in until it has its rules, which are further calls.
      const input = {
        GroupName,
        Description: 'A Notafter service',
        VpcId: vpc,
        TagSpecifications: tagsOf('security-group', tag, GroupName),
      };
      await change('ec2:CreateSecurityGroup', region, abortSignal, ({ sdk, client }) =>
        client.send(new sdk.CreateSecurityGroupCommand(input), { abortSignal }),
      );
    },
    async createMachine({ tag, solution, region, machineType, volume, firewall, userData }, abortSignal) {
      const subnet = await subnetIn(region, volume.zone, abortSignal);
      await change('ec2:RunInstances', region, abortSignal, ({ sdk, client }) => {
        const InstanceType = Object.values(sdk._InstanceType).find((type) => type === machineType);
        if (InstanceType === undefined) throw new ProviderError('invalid', `AWS has no machine type ${machineType}.`);
        const command = new sdk.RunInstancesCommand({
          ...{ ImageId: IMAGE, InstanceType, MinCount: 1, MaxCount: 1, ClientToken: tag.service },
          ...{ SubnetId: subnet.id, SecurityGroupIds: [placeOf(firewall).id] },
          UserData: Buffer.from(userData).toString('base64'),
          MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
          BlockDeviceMappings: [
            { DeviceName: '/dev/xvda', Ebs: { VolumeSize: ROOT_GIB, VolumeType: 'gp3', Encrypted: true, DeleteOnTermination: true } },
          ],
          TagSpecifications: tagsOf('instance', tag, namesOf(tag).machine, solution),
        });
        return client.send(command, { abortSignal });
      });
    },
    attachVolume: (volume, machine, abortSignal) =>
      change('ec2:AttachVolume', regionOf(volume.zone), abortSignal, ({ sdk, client }) => {
        const input = { VolumeId: placeOf(volume).id, InstanceId: placeOf(machine).id, Device: DEVICE };
        return client.send(new sdk.AttachVolumeCommand(input), { abortSignal });
      }),
    async setFirewall(_, firewall, rules, abortSignal) {
      const { region, id } = placeOf(firewall);
      const { SecurityGroups: [group] = [] } = await call('ec2:DescribeSecurityGroups', region, abortSignal, ({ sdk, client }) =>
        client.send(new sdk.DescribeSecurityGroupsCommand({ GroupIds: [id] }), { abortSignal }),
      );
      const open = group === undefined ? [] : openingsOf(group);
      const missing = without(openingsFor(rules), open);
      const surplus = without(open, openingsFor(rules));
      if (missing.length > 0) {
        await change('ec2:AuthorizeSecurityGroupIngress', region, abortSignal, ({ sdk, client }) =>
          client.send(new sdk.AuthorizeSecurityGroupIngressCommand({ GroupId: id, IpPermissions: permissionsOf(missing) }), {
            abortSignal,
          }),
        );
      } else if (surplus.length > 0) {
        await change('ec2:RevokeSecurityGroupIngress', region, abortSignal, ({ sdk, client }) =>
          client.send(new sdk.RevokeSecurityGroupIngressCommand({ GroupId: id, IpPermissions: permissionsOf(surplus) }), { abortSignal }),
        );
      }
    },
    start: (machine, abortSignal) =>
      change('ec2:StartInstances', placeOf(machine).region, abortSignal, ({ sdk, client }) =>
        client.send(new sdk.StartInstancesCommand({ InstanceIds: [placeOf(machine).id] }), { abortSignal }),
      ),
    restart: (machine, abortSignal) =>
      change('ec2:RebootInstances', placeOf(machine).region, abortSignal, ({ sdk, client }) =>
        client.send(new sdk.RebootInstancesCommand({ InstanceIds: [placeOf(machine).id] }), { abortSignal }),
      ),
    deleteMachine: (machine, abortSignal) =>
      unlessGone(
        change('ec2:TerminateInstances', placeOf(machine).region, abortSignal, ({ sdk, client }) =>
          client.send(new sdk.TerminateInstancesCommand({ InstanceIds: [placeOf(machine).id] }), { abortSignal }),
        ),
      ),
    deleteVolume: (volume, abortSignal) =>
      unlessGone(
        change('ec2:DeleteVolume', regionOf(volume.zone), abortSignal, ({ sdk, client }) =>
          client.send(new sdk.DeleteVolumeCommand({ VolumeId: placeOf(volume).id }), { abortSignal }),
        ),
      ),
    deleteFirewall: (firewall, abortSignal) =>
      unlessGone(
        change('ec2:DeleteSecurityGroup', placeOf(firewall).region, abortSignal, ({ sdk, client }) =>
          client.send(new sdk.DeleteSecurityGroupCommand({ GroupId: placeOf(firewall).id }), { abortSignal }),
        ),
      ),
  };
};
