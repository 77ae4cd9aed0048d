import { type CloudDriver, ProviderError, type ServiceSpec } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEc2Fake, type Ec2Fake } from '../../testing/clouds/aws/ec2-fake.ts';
import { driverOn } from '../../testing/clouds/driver-on.ts';
import { settle } from '../../testing/clouds/settle.ts';
import { specOf } from '../../testing/clouds/spec.ts';
import { type AwsAccount, createAwsCloud } from './aws-cloud.ts';

const { signal } = new AbortController();
let fake: Ec2Fake;
let driver: CloudDriver;
let spec: ServiceSpec;

const driverFor = (changes: Partial<AwsAccount> = {}): CloudDriver => driverOn(createAwsCloud(fake.account(changes)), ['192.0.2.7']);
const until = <Result>(call: () => Promise<Result>): Promise<Result> => settle(fake, call);
const running = () => until(() => driver.create(spec, signal));
const largerSpec = (): ServiceSpec => ({ ...specOf('aws', 'eu-central-1', 'professional'), tag: spec.tag });
const callsOf = (action: string): number => fake.calls.filter((call) => call === action).length;

beforeEach(() => {
  fake = createEc2Fake();
  driver = driverFor();
  spec = specOf('aws', 'eu-central-1', 'hobbyist');
});
afterEach(() => {
  expect(fake.undocumented).toEqual([]);
});

describe('a service on AWS', () => {
  it('is one instance with an encrypted volume, an address that it keeps, and a security group with its rules first', async () => {
    expect(await running()).toMatchObject({ by: 'machine', state: 'running', host: expect.stringMatching(/^198\.51\.100\./) });
    const changes = fake.calls.filter((call) => !call.startsWith('Describe'));
    expect(changes).toEqual([
      ...['CreateVolume', 'CreateSecurityGroup', 'AuthorizeSecurityGroupIngress', 'AllocateAddress', 'RunInstances'],
      ...['AttachVolume', 'AssociateAddress'],
    ]);
    const { instances, volumes, groups } = fake.state;
    const [volume] = volumes;
    expect(instances).toMatchObject([{ type: 't3.medium', zone: volume?.zone, tags: { 'notafter:service': spec.tag.service } }]);
    expect(instances[0]?.userData).toBe(
      `#cloud-config\n# /dev/disk/by-id/nvme-Amazon_Elastic_Block_Store_${volume?.id.replace('-', '')}\n`,
    );
    const ranges = ['0.0.0.0/0', '::/0'];
    expect(groups).toMatchObject([{ openings: ranges.map((range) => ({ port: 5432, range })) }]);
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ size: { memoryMib: 4096, cpus: 2, diskGib: 60 } });
  });

  it('keeps its address and its volume when it moves to another plan', async () => {
    const { host } = await running();
    await until(() => driver.resize(largerSpec(), signal));
    fake.now += 60_000;
    const size = { memoryMib: 16_384, cpus: 4, diskGib: 100 };
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', host, size });
  });

  it('runs in its previous plan again if AWS has too little room, which only its start shows, and is asked once', async () => {
    await running();
    fake.faults.push({ label: 'StartInstances', nth: 1, fault: 'capacity' });
    await expect(until(() => driver.resize(largerSpec(), signal))).rejects.toMatchObject({
      ...{ fault: 'capacity', code: 'InsufficientInstanceCapacity' },
    });
    // The SDK would try again, with its pauses, what has the status of an internal error.
    expect(callsOf('StartInstances')).toBe(1);
    await until(() => driver.resize(spec, signal));
    fake.now += 60_000;
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', size: { memoryMib: 4096 } });
  });

  it('accepts clients from its allowlist and from this server only', async () => {
    await running();
    await until(() => driver.setAllowlist({ ...spec, allowlist: ['203.0.113.0/24', '2001:db8::/32'] }, signal));
    const ranges = fake.state.groups.flatMap(({ openings }) => openings.map(({ range }) => range));
    expect(ranges.toSorted()).toEqual(['192.0.2.7/32', '2001:db8::/32', '203.0.113.0/24']);
  });

  it('is found and removed in whatever region it is, by a driver that does not know', async () => {
    const regions = ['us-east-1', 'eu-central-1', 'sa-east-1'];
    await running();
    const other = driverFor({ regions });
    expect(await other.list(spec.tag.installation, signal)).toEqual([spec.tag]);
    expect(await other.observe(spec.tag, signal)).toMatchObject({ state: 'running' });
    expect(await driverFor({ regions: ['us-east-1'] }).observe(spec.tag, signal)).toBeNull();
    for (let look = 0; look < 20; look += 1) {
      if (await until(() => other.remove(spec.tag, signal))) break;
      fake.now += 2000;
    }
    expect(fake.holdings()).toEqual([]);
    expect(await other.observe(spec.tag, signal)).toBeNull();
  });

  it('has one address, whatever calls crossed', async () => {
    fake.faults.push({ label: 'AllocateAddress', nth: 1, fault: 'duplicate' });
    await running();
    expect(fake.state.addresses).toHaveLength(1);
    expect(callsOf('ReleaseAddress')).toBe(1);
  });

  it('is listed among more things than one page has', async () => {
    await running();
    const [volume] = fake.state.volumes;
    if (volume === undefined) throw new Error('There is a volume.');
    for (let index = 0; index < 600; index += 1) fake.state.volumes.unshift({ ...volume, id: `vol-other-${index}` });
    fake.state.instances = [];
    fake.state.groups = [];
    fake.state.addresses = [];
    const before = callsOf('DescribeVolumes');
    expect(await driver.list(spec.tag.installation, signal)).toEqual([spec.tag]);
    expect(callsOf('DescribeVolumes')).toBe(before + 2);
  });
});

describe('an account of AWS', () => {
  const refusing = (status: number, code: string): CloudDriver =>
    driverFor({
      requestHandler: {
        handle: async () => ({
          response: {
            ...{ statusCode: status, headers: {} },
            body: Buffer.from(`<Response><Errors><Error><Code>${code}</Code><Message>No.</Message></Error></Errors></Response>`),
          },
        }),
      },
    });

  it.each([
    [403, 'UnauthorizedOperation', 'auth', 'lacks the permission ec2:DescribeInstances'],
    [401, 'AuthFailure', 'auth', 'refuses the access key'],
    [503, 'RequestLimitExceeded', 'throttled', 'limits how often'],
    [400, 'VcpuLimitExceeded', 'quota', 'has reached a limit'],
    [500, 'InsufficientInstanceCapacity', 'capacity', 'has no room'],
    [500, 'InternalError', 'transient', 'internal error'],
    [400, 'InvalidParameterValue', 'invalid', 'refused ec2:DescribeInstances (InvalidParameterValue): No.'],
  ])('answers %i %s with a sentence of what to do', async (status, code, fault, sentence) => {
    await expect(refusing(status, code).observe(spec.tag, signal)).rejects.toMatchObject({
      fault,
      message: expect.stringContaining(sentence),
    });
  });

  const actions = [
    ...[
      'DescribeInstances',
      'DescribeVolumes',
      'DescribeSecurityGroups',
      'DescribeAddresses',
      'CreateTags',
      'CreateVolume',
      'ModifyVolume',
    ],
    ...[
      'CreateSecurityGroup',
      'AuthorizeSecurityGroupIngress',
      'RevokeSecurityGroupIngress',
      'AllocateAddress',
      'RunInstances',
      'AttachVolume',
    ],
    ...['AssociateAddress', 'StopInstances', 'StartInstances', 'RebootInstances', 'ModifyInstanceAttribute', 'TerminateInstances'],
    ...['DeleteVolume', 'DeleteSecurityGroup', 'ReleaseAddress'],
  ];

  it.each(actions)('whose key lacks ec2:%s is named by a dry run that changes nothing', async (action) => {
    await running();
    const before = structuredClone(fake.state);
    fake.denied.add(action);
    await expect(driver.check(signal)).rejects.toMatchObject({
      ...{ fault: 'auth', message: `The AWS access key lacks the permission ec2:${action}. Add it to the key's policy.` },
    });
    expect(fake.state).toEqual(before);
  });

  it('has all permissions, lacks several, or can not be checked now', async () => {
    await driver.check(signal);
    for (const action of ['CreateVolume', 'DeleteVolume']) fake.denied.add(action);
    await expect(driver.check(signal)).rejects.toThrow(
      "lacks the permissions ec2:CreateVolume, ec2:DeleteVolume. Add them to the key's policy.",
    );
    fake.isRevoked = true;
    await expect(driver.check(signal)).rejects.toMatchObject({ fault: 'auth', code: 'AuthFailure' });
    await expect(driver.check(AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
  });

  it('needs no permission that the dry run does not ask for', async () => {
    await running();
    await until(() => driver.resize(largerSpec(), signal));
    await until(() => driver.setAllowlist({ ...largerSpec(), allowlist: ['203.0.113.0/24'] }, signal));
    await driver.restart(spec.tag, signal);
    for (let look = 0; look < 20; look += 1) {
      await driver.remove(spec.tag, signal).catch(() => false);
      fake.now += 2000;
    }
    const made = new Set(fake.calls.filter((action) => action !== 'DescribeSubnets'));
    expect([...made].filter((action) => !actions.includes(action))).toEqual([]);
  });

  it('without an access key is refused with the names of the variables', async () => {
    const noKey = Object.assign(new Error('Could not load credentials from any providers'), { name: 'CredentialsProviderError' });
    const keyless = driverFor({ requestHandler: { handle: () => Promise.reject(noKey) } });
    await expect(keyless.observe(spec.tag, signal)).rejects.toMatchObject({
      fault: 'auth',
      message: expect.stringContaining('AWS_ACCESS_KEY_ID'),
    });
    expect(await keyless.observe(spec.tag, signal).catch((error: unknown) => error instanceof ProviderError)).toBe(true);
  });

  it('is asked over HTTP, where a lost answer makes no second volume, and a caller that gives up ends the call', async () => {
    const { endpoint, close } = await fake.listen();
    const { credentials, regions } = fake.account();
    const overHttp = driverOn(createAwsCloud({ endpoint, credentials, regions }));
    fake.faults.push({ label: 'CreateVolume', nth: 1, fault: 'cut_after_commit' });
    await expect(overHttp.create(spec, signal)).rejects.toMatchObject({
      fault: 'transient',
      message: expect.stringContaining("can't be reached"),
    });
    await until(() => overHttp.create(spec, signal));
    expect([fake.state.volumes.length, fake.state.instances.length]).toEqual([1, 1]);
    await expect(overHttp.observe(spec.tag, AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
    await close();
  });
});
