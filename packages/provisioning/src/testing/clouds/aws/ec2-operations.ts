import { servicePlans } from '@notafter/domain';
import { type Ec2State, enter, type FakeInstance, nextId } from './ec2-state.ts';
import type { Xml } from './ec2-xml.ts';

export interface Ec2Refusal {
  readonly status: number;
  readonly code: string;
}
export type Ec2Answer = Readonly<Record<string, Xml>> | Ec2Refusal;

export interface Ec2Call {
  readonly region: string;
  readonly form: ReadonlyMap<string, string>;
  readonly now: number;
}

interface Action {
  /** The names of its parameters, besides Action and Version. */
  readonly form: readonly RegExp[];
  readonly required: readonly string[];
  answer(state: Ec2State, call: Ec2Call): Ec2Answer;
}

export const isEc2Refusal = (answer: Ec2Answer): answer is Ec2Refusal =>
  typeof answer.code === 'string' && typeof answer.status === 'number';
const refuse = (code: string, status = 400): Ec2Refusal => ({ status, code });
const done: Ec2Answer = { return: true };

const value = ({ form }: Ec2Call, name: string): string => form.get(name) ?? '';
/** Values of a list: `Name.1`, `Name.2`. */
const values = ({ form }: Ec2Call, name: string): string[] =>
  [...form].filter(([key]) => new RegExp(`^${name}\\.\\d+$`).test(key)).map(([, one]) => one);
/** Values below a list of structures: `Name.1.Field`. */
const fields = ({ form }: Ec2Call, pattern: RegExp): string[] => [...form].filter(([key]) => pattern.test(key)).map(([, one]) => one);

const tagsOf = (call: Ec2Call): Record<string, string> => {
  const keys = fields(call, /^TagSpecification\.1\.Tag\.\d+\.Key$/);
  const given = fields(call, /^TagSpecification\.1\.Tag\.\d+\.Value$/);
  return Object.fromEntries(keys.map((key, index) => [key, given[index] ?? '']));
};
const TAGS = [/^TagSpecification\.1\.(ResourceType|Tag\.\d+\.(Key|Value))$/];
const FILTERS = [/^Filter\.\d+\.(Name|Value\.\d+)$/, /^MaxResults$/, /^NextToken$/];

const filters = (call: Ec2Call): readonly (readonly [string, readonly string[]])[] =>
  [...call.form].flatMap(([key, name]) => {
    const [, number] = /^Filter\.(\d+)\.Name$/.exec(key) ?? [];
    return number === undefined ? [] : [[name, fields(call, new RegExp(`^Filter\\.${number}\\.Value\\.\\d+$`))] as const];
  });

const matches = (
  call: Ec2Call,
  one: { readonly region: string; readonly tags: Readonly<Record<string, string>>; readonly phase?: string },
): boolean =>
  one.region === call.region &&
  filters(call).every(([name, wanted]) => {
    if (name === 'instance-state-name') return wanted.includes(one.phase ?? '');
    return name.startsWith('tag:') && wanted.includes(one.tags[name.slice(4)] ?? '');
  });

const tagSet = (tags: Readonly<Record<string, string>>): Xml => Object.entries(tags).map(([key, text]) => ({ key, value: text }));
const codes = { pending: 0, running: 16, 'shutting-down': 32, terminated: 48, stopping: 64, stopped: 80 };

const showInstance = ({ id, type, phase, tags, launched, zone }: FakeInstance): Xml => ({
  ...{ instanceId: id, instanceType: type, instanceState: { code: codes[phase], name: phase }, placement: { availabilityZone: zone } },
  ...{ launchTime: new Date(launched).toISOString(), tagSet: tagSet(tags) },
});

/** One page of a list. */
const page = (call: Ec2Call, name: string, items: readonly Xml[]): Ec2Answer => {
  const size = Number(call.form.get('MaxResults') ?? 1000);
  const from = Number(call.form.get('NextToken') ?? 0);
  const rest = items.length > from + size ? { nextToken: String(from + size) } : {};
  return { [name]: items.slice(from, from + size), ...rest };
};

const instanceOf = (state: Ec2State, { region }: Ec2Call, id: string): FakeInstance | undefined =>
  state.instances.find((one) => one.id === id && one.region === region && one.phase !== 'terminated');
const noInstance = refuse('InvalidInstanceID.NotFound');
const isType = (type: string): boolean => servicePlans.some(({ machineTypes }) => machineTypes.aws === type);

const runInstances = (state: Ec2State, call: Ec2Call): Ec2Answer => {
  const { region, form, now } = call;
  const token = value(call, 'ClientToken');
  const made = JSON.stringify([...form]);
  const same = state.instances.find((one) => one.token === token && one.region === region);
  if (same?.phase === 'terminated') return refuse('IdempotentInstanceTerminated');
  if (same !== undefined) return same.made === made ? { instancesSet: [showInstance(same)] } : refuse('IdempotentParameterMismatch');
  const type = value(call, 'InstanceType');
  const group = value(call, 'SecurityGroupId.1');
  if (!isType(type)) return refuse('InvalidParameterValue');
  if (!state.groups.some((one) => one.id === group && one.region === region)) return refuse('InvalidGroup.NotFound');
  if (value(call, 'MetadataOptions.HttpTokens') !== 'required' || value(call, 'BlockDeviceMapping.1.Ebs.Encrypted') !== 'true') {
    return refuse('UnsupportedOperation');
  }
  const instance: FakeInstance = {
    ...{
      id: nextId(state, 'i'),
      region,
      zone: `${region}${value(call, 'SubnetId').slice(-1)}`,
      type,
      token,
      made,
      group,
      tags: tagsOf(call),
    },
    ...{ userData: Buffer.from(value(call, 'UserData'), 'base64').toString(), launched: now, phase: 'pending', ends: null },
  };
  enter(instance, 'pending', now);
  state.instances.push(instance);
  return { instancesSet: [showInstance(instance)] };
};

/** Moves instances from one of these phases; those that are on their way are left alone. */
const move = (
  state: Ec2State,
  call: Ec2Call,
  { from, to, isThere }: { from: readonly FakeInstance['phase'][]; to: FakeInstance['phase']; isThere: readonly FakeInstance['phase'][] },
): Ec2Answer => {
  const instance = instanceOf(state, call, value(call, 'InstanceId.1'));
  if (instance === undefined) return noInstance;
  if (!from.includes(instance.phase) && !isThere.includes(instance.phase)) return refuse('IncorrectInstanceState');
  if (from.includes(instance.phase)) enter(instance, to, call.now);
  return { instancesSet: [{ instanceId: instance.id }] };
};

const openingsOf = (call: Ec2Call) =>
  [...call.form].flatMap(([key, range]) => {
    const [, number] = /^IpPermissions\.(\d+)\.(?:IpRanges|Ipv6Ranges)\.\d+\.CidrIp(?:v6)?$/.exec(key) ?? [];
    return number === undefined ? [] : [{ port: Number(value(call, `IpPermissions.${number}.FromPort`)), range }];
  });
const PERMISSIONS = [/^GroupId$/, /^IpPermissions\.\d+\.(IpProtocol|FromPort|ToPort|IpRanges\.\d+\.CidrIp|Ipv6Ranges\.\d+\.CidrIpv6)$/];
const sameOpening = (one: { port: number; range: string }) => (other: { port: number; range: string }) =>
  one.port === other.port && one.range === other.range;

const changeRules = (state: Ec2State, call: Ec2Call, adds: boolean): Ec2Answer => {
  const group = state.groups.find(({ id, region }) => id === value(call, 'GroupId') && region === call.region);
  if (group === undefined) return refuse('InvalidGroup.NotFound');
  const wanted = openingsOf(call);
  const known = wanted.filter((one) => group.openings.some(sameOpening(one)));
  if (adds && known.length > 0) return refuse('InvalidPermission.Duplicate');
  if (!adds && known.length < wanted.length) return refuse('InvalidPermission.NotFound');
  group.openings = adds ? [...group.openings, ...wanted] : group.openings.filter((one) => !wanted.some(sameOpening(one)));
  return done;
};

const showGroup = ({ id, name, tags, openings }: Ec2State['groups'][number]): Xml => ({
  ...{ groupId: id, groupName: name, tagSet: tagSet(tags) },
  ipPermissions: [...new Set(openings.map(({ port }) => port))].map((port) => {
    const ranges = openings.filter((one) => one.port === port).map(({ range }) => range);
    return {
      ...{ ipProtocol: 'tcp', fromPort: port, toPort: port },
      ipRanges: ranges.filter((range) => !range.includes(':')).map((cidrIp) => ({ cidrIp })),
      ipv6Ranges: ranges.filter((range) => range.includes(':')).map((cidrIpv6) => ({ cidrIpv6 })),
    };
  }),
});

/** The actions that we use, with all parameters that each of them may have (Amazon EC2 API Reference, 2016-11-15). */
export const ec2Actions = {
  DescribeInstances: {
    ...{ form: [...FILTERS, /^InstanceId\.1$/], required: [] },
    answer: (state, call) => {
      const [id] = values(call, 'InstanceId');
      const found = state.instances.filter((one) => (id === undefined || one.id === id) && matches(call, one));
      if (id !== undefined && found.length === 0) return noInstance;
      return page(
        call,
        'reservationSet',
        found.map((one) => ({ reservationId: `r-${one.id}`, instancesSet: [showInstance(one)] })),
      );
    },
  },
  DescribeVolumes: {
    ...{ form: FILTERS, required: [] },
    answer: (state, call) => {
      const found = state.volumes.filter((one) => matches(call, one));
      const shown = found.map(({ id, zone, sizeGib, tags, instance }) => ({
        ...{
          volumeId: id,
          size: sizeGib,
          availabilityZone: zone,
          status: instance === null ? 'available' : 'in-use',
          tagSet: tagSet(tags),
        },
        attachmentSet: instance === null ? [] : [{ volumeId: id, instanceId: instance, status: 'attached' }],
      }));
      return page(call, 'volumeSet', shown);
    },
  },
  DescribeSecurityGroups: {
    ...{ form: [...FILTERS, /^GroupId\.1$/], required: [] },
    answer: (state, call) => {
      const [id] = values(call, 'GroupId');
      const found = state.groups.filter((one) => (id === undefined || one.id === id) && matches(call, one));
      return id !== undefined && found.length === 0
        ? refuse('InvalidGroup.NotFound')
        : page(call, 'securityGroupInfo', found.map(showGroup));
    },
  },
  DescribeAddresses: {
    ...{ form: FILTERS.slice(0, 1), required: [] },
    answer: (state, call) => ({
      addressesSet: state.addresses
        .filter((one) => matches(call, one))
        .map(({ id, ip, tags, instance }) => ({
          ...{
            allocationId: id,
            publicIp: ip,
            domain: 'vpc',
            tagSet: tagSet(tags),
            ...(instance === null ? {} : { instanceId: instance }),
          },
        })),
    }),
  },
  DescribeSubnets: {
    ...{ form: FILTERS, required: ['Filter.1.Name'] },
    answer: (_, { region }) => ({
      subnetSet: ['b', 'a'].map((zone) => ({ subnetId: `subnet-${zone}`, vpcId: `vpc-${region}`, availabilityZone: `${region}${zone}` })),
    }),
  },
  CreateTags: { form: [/^ResourceId\.1$/, /^Tag\.1\.(Key|Value)$/], required: ['ResourceId.1'], answer: () => done },
  RunInstances: {
    form: [
      ...TAGS,
      /^(ImageId|InstanceType|MinCount|MaxCount|ClientToken|SubnetId|UserData|SecurityGroupId\.1)$/,
      /^MetadataOptions\.(HttpTokens|HttpPutResponseHopLimit)$/,
      /^BlockDeviceMapping\.1\.(DeviceName|Ebs\.(VolumeSize|VolumeType|Encrypted|DeleteOnTermination))$/,
    ],
    required: ['ImageId', 'InstanceType', 'MinCount', 'MaxCount', 'ClientToken', 'SubnetId', 'UserData'],
    answer: runInstances,
  },
  StartInstances: {
    ...{ form: [/^InstanceId\.1$/], required: ['InstanceId.1'] },
    answer: (state, call) => move(state, call, { from: ['stopped'], to: 'pending', isThere: ['pending', 'running'] }),
  },
  StopInstances: {
    ...{ form: [/^InstanceId\.1$/], required: ['InstanceId.1'] },
    answer: (state, call) => move(state, call, { from: ['running'], to: 'stopping', isThere: ['stopping', 'stopped'] }),
  },
  RebootInstances: {
    ...{ form: [/^InstanceId\.1$/], required: ['InstanceId.1'] },
    answer: (state, call) => (instanceOf(state, call, value(call, 'InstanceId.1')) === undefined ? noInstance : done),
  },
  TerminateInstances: {
    ...{ form: [/^InstanceId\.1$/], required: ['InstanceId.1'] },
    answer: (state, call) =>
      move(state, call, { from: ['pending', 'running', 'stopping', 'stopped'], to: 'shutting-down', isThere: ['shutting-down'] }),
  },
  ModifyInstanceAttribute: {
    ...{ form: [/^InstanceId$/, /^InstanceType\.Value$/], required: ['InstanceId', 'InstanceType.Value'] },
    answer: (state, call) => {
      const instance = instanceOf(state, call, value(call, 'InstanceId'));
      if (instance === undefined) return noInstance;
      if (instance.phase !== 'stopped') return refuse('IncorrectInstanceState');
      if (!isType(value(call, 'InstanceType.Value'))) return refuse('InvalidParameterValue');
      instance.type = value(call, 'InstanceType.Value');
      return done;
    },
  },
  CreateVolume: {
    form: [...TAGS, /^(AvailabilityZone|Size|VolumeType|Encrypted|ClientToken)$/],
    required: ['AvailabilityZone', 'Size', 'VolumeType', 'Encrypted', 'ClientToken'],
    answer: (state, call) => {
      const token = value(call, 'ClientToken');
      const same = state.volumes.find((one) => one.token === token);
      if (same !== undefined) return { volumeId: same.id };
      const id = nextId(state, 'vol');
      state.volumes.push({
        ...{ id, region: call.region, zone: value(call, 'AvailabilityZone'), sizeGib: Number(value(call, 'Size')), token },
        ...{ tags: tagsOf(call), instance: null, modified: null },
      });
      return { volumeId: id };
    },
  },
  AttachVolume: {
    ...{ form: [/^(VolumeId|InstanceId|Device)$/], required: ['VolumeId', 'InstanceId', 'Device'] },
    answer: (state, call) => {
      const volume = state.volumes.find(({ id }) => id === value(call, 'VolumeId'));
      const instance = instanceOf(state, call, value(call, 'InstanceId'));
      if (volume === undefined) return refuse('InvalidVolume.NotFound');
      if (instance === undefined) return noInstance;
      if (volume.instance !== null) return refuse('VolumeInUse');
      if (volume.zone !== instance.zone) return refuse('InvalidVolume.ZoneMismatch');
      if (!['running', 'stopped'].includes(instance.phase)) return refuse('IncorrectState');
      volume.instance = instance.id;
      return { status: 'attaching' };
    },
  },
  ModifyVolume: {
    ...{ form: [/^(VolumeId|Size)$/], required: ['VolumeId', 'Size'] },
    answer: (state, call) => {
      const volume = state.volumes.find(({ id }) => id === value(call, 'VolumeId'));
      if (volume === undefined) return refuse('InvalidVolume.NotFound');
      if (volume.modified !== null) return refuse('VolumeModificationRateExceeded');
      if (Number(value(call, 'Size')) < volume.sizeGib) return refuse('InvalidParameterValue');
      volume.sizeGib = Number(value(call, 'Size'));
      volume.modified = call.now;
      return { volumeModification: { volumeId: volume.id } };
    },
  },
  DeleteVolume: {
    ...{ form: [/^VolumeId$/], required: ['VolumeId'] },
    answer: (state, call) => {
      const volume = state.volumes.find(({ id }) => id === value(call, 'VolumeId'));
      if (volume === undefined) return refuse('InvalidVolume.NotFound');
      if (volume.instance !== null) return refuse('VolumeInUse');
      state.volumes = state.volumes.filter((one) => one !== volume);
      return done;
    },
  },
  CreateSecurityGroup: {
    ...{ form: [...TAGS, /^(GroupName|GroupDescription|VpcId)$/], required: ['GroupName', 'GroupDescription', 'VpcId'] },
    answer: (state, call) => {
      const name = value(call, 'GroupName');
      if (state.groups.some((one) => one.name === name && one.region === call.region)) return refuse('InvalidGroup.Duplicate');
      const id = nextId(state, 'sg');
      state.groups.push({ id, region: call.region, name, tags: tagsOf(call), openings: [] });
      return { groupId: id };
    },
  },
  AuthorizeSecurityGroupIngress: { form: PERMISSIONS, required: ['GroupId'], answer: (state, call) => changeRules(state, call, true) },
  RevokeSecurityGroupIngress: { form: PERMISSIONS, required: ['GroupId'], answer: (state, call) => changeRules(state, call, false) },
  DeleteSecurityGroup: {
    ...{ form: [/^GroupId$/], required: ['GroupId'] },
    answer: (state, call) => {
      const group = state.groups.find(({ id }) => id === value(call, 'GroupId'));
      if (group === undefined) return refuse('InvalidGroup.NotFound');
      if (state.instances.some((one) => one.group === group.id && one.phase !== 'terminated')) return refuse('DependencyViolation');
      state.groups = state.groups.filter((one) => one !== group);
      return done;
    },
  },
  AllocateAddress: {
    ...{ form: [...TAGS, /^Domain$/], required: ['Domain'] },
    answer: (state, call) => {
      const id = nextId(state, 'eipalloc');
      const ip = `${state.network}.${(state.lastId % 250) + 1}`;
      state.addresses.push({ id, region: call.region, ip, tags: tagsOf(call), instance: null });
      return { allocationId: id, publicIp: ip, domain: 'vpc' };
    },
  },
  AssociateAddress: {
    ...{ form: [/^(AllocationId|InstanceId|AllowReassociation)$/], required: ['AllocationId', 'InstanceId'] },
    answer: (state, call) => {
      const address = state.addresses.find(({ id }) => id === value(call, 'AllocationId'));
      const instance = instanceOf(state, call, value(call, 'InstanceId'));
      if (address === undefined) return refuse('InvalidAllocationID.NotFound');
      if (instance === undefined) return noInstance;
      if (address.instance !== null) return refuse('Resource.AlreadyAssociated');
      if (!['running', 'stopped'].includes(instance.phase)) return refuse('IncorrectInstanceState');
      address.instance = instance.id;
      return { associationId: `eipassoc-${instance.id}` };
    },
  },
  ReleaseAddress: {
    ...{ form: [/^AllocationId$/], required: ['AllocationId'] },
    answer: (state, call) => {
      const address = state.addresses.find(({ id }) => id === value(call, 'AllocationId'));
      if (address === undefined) return refuse('InvalidAllocationID.NotFound');
      if (address.instance !== null) return refuse('InvalidIPAddress.InUse');
      state.addresses = state.addresses.filter((one) => one !== address);
      return done;
    },
  },
} as const satisfies Readonly<Record<string, Action>>;

export type Ec2Action = keyof typeof ec2Actions;
export const isEc2Action = (name: string): name is Ec2Action => Object.hasOwn(ec2Actions, name);
