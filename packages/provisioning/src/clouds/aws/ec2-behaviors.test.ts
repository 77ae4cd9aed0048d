import * as sdk from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEc2Fake, type Ec2Fake } from '../../testing/clouds/aws/ec2-fake.ts';

const REGION = 'eu-central-1';
const STEP_MS = 1000;
let fake: Ec2Fake;
let ec2: sdk.EC2Client;
let runInput: sdk.RunInstancesCommandInput;

const clientFor = (changes: sdk.EC2ClientConfig = {}): sdk.EC2Client => {
  const { requestHandler, credentials } = fake.account();
  return new sdk.EC2Client({
    ...{ region: REGION, maxAttempts: 4, ...(credentials === null ? {} : { credentials }) },
    ...(requestHandler === undefined ? {} : { requestHandler }),
    ...changes,
  });
};

/** Lets the time of the SDK and that of the cloud pass until the SDK has its answer. */
const settled = async <Result>(sent: Promise<Result>): Promise<Result> => {
  const progress = { isOver: false };
  const end = (): void => {
    progress.isOver = true;
  };
  sent.then(end, end);
  while (!progress.isOver) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    fake.now += STEP_MS;
  }
  return sent;
};
const codeOf = (sent: Promise<unknown>): Promise<string> =>
  settled(sent).then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.name : ''),
  );

const run = async (changes: Partial<sdk.RunInstancesCommandInput> = {}): Promise<string> => {
  const { Instances: [instance] = [] } = await settled(ec2.send(new sdk.RunInstancesCommand({ ...runInput, ...changes })));
  return instance?.InstanceId ?? '';
};
const describeOne = (InstanceId: string) => ec2.send(new sdk.DescribeInstancesCommand({ InstanceIds: [InstanceId] }));
const stateOf = async (InstanceId: string) => (await settled(describeOne(InstanceId))).Reservations?.[0]?.Instances?.[0]?.State?.Name;
const callsOf = (action: string): number => fake.calls.filter((call) => call === action).length;
const waiting = () => ({ client: ec2, maxWaitTime: 600 });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fake = createEc2Fake();
  ec2 = clientFor();
  const { GroupId = '' } = await settled(ec2.send(new sdk.CreateSecurityGroupCommand({ GroupName: 'g', Description: 'g', VpcId: 'v' })));
  runInput = {
    ...{ ImageId: 'ami-1', InstanceType: 't3.medium', MinCount: 1, MaxCount: 1, SubnetId: 'subnet-a', UserData: 'IyE=' },
    ...{ SecurityGroupIds: [GroupId], MetadataOptions: { HttpTokens: 'required' } },
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { Encrypted: true } }],
  };
});
afterEach(() => {
  vi.useRealTimers();
  expect(fake.undocumented.splice(0)).toEqual([]);
});

describe('EC2, as the stock SDK speaks it', () => {
  it('1. answers the same token with the same instance', async () => {
    expect(await run({ ClientToken: 'token' })).toBe(await run({ ClientToken: 'token' }));
    expect(fake.state.instances).toHaveLength(1);
  });

  it('2. refuses the same token with other parameters', async () => {
    await run({ ClientToken: 'token' });
    expect(await codeOf(run({ ClientToken: 'token', MaxCount: 2 }))).toBe('IdempotentParameterMismatch');
  });

  it('3. refuses a token whose instance is gone', async () => {
    const id = await run({ ClientToken: 'token' });
    await settled(ec2.send(new sdk.TerminateInstancesCommand({ InstanceIds: [id] })));
    fake.now += 60_000;
    expect(await codeOf(run({ ClientToken: 'token' }))).toBe('IdempotentInstanceTerminated');
  });

  it('4. makes one instance if the answer is lost after it was made, and the SDK asks again with the same token', async () => {
    fake.faults.push({ label: 'RunInstances', nth: 1, fault: 'cut_after_commit' });
    await run();
    expect([callsOf('RunInstances'), fake.state.instances.length]).toEqual([2, 1]);
  });

  it('5. makes another instance for each command without a token, since the SDK makes up another one', async () => {
    expect(await run()).not.toBe(await run());
    expect(new Set(fake.state.instances.map(({ token }) => token)).size).toBe(2);
  });

  it('6. is waited for from pending to running', async () => {
    const id = await run();
    expect(await stateOf(id)).toBe('pending');
    await settled(sdk.waitUntilInstanceRunning(waiting(), { InstanceIds: [id] }));
    expect(await stateOf(id)).toBe('running');
  });

  it('7. does not know an instance yet that it has just made', async () => {
    const id = await run();
    fake.faults.push({ label: 'DescribeInstances', nth: 1, fault: 'stale_read' });
    expect(await codeOf(describeOne(id))).toBe('InvalidInstanceID.NotFound');
  });

  it('8. is waited for although it does not know the instance yet', async () => {
    const id = await run();
    fake.faults.push({ label: 'DescribeInstances', nth: 1, fault: 'stale_read' });
    await settled(sdk.waitUntilInstanceRunning(waiting(), { InstanceIds: [id] }));
    expect(await stateOf(id)).toBe('running');
  });

  it('9. is waited for from stopping to stopped', async () => {
    const id = await run();
    fake.now += 30_000;
    await settled(ec2.send(new sdk.StopInstancesCommand({ InstanceIds: [id] })));
    expect(await stateOf(id)).toBe('stopping');
    await settled(sdk.waitUntilInstanceStopped(waiting(), { InstanceIds: [id] }));
    expect(await stateOf(id)).toBe('stopped');
  });

  it('10. starts a stopped instance again', async () => {
    const id = await run();
    fake.now += 30_000;
    await settled(ec2.send(new sdk.StopInstancesCommand({ InstanceIds: [id] })));
    fake.now += 30_000;
    await settled(ec2.send(new sdk.StartInstancesCommand({ InstanceIds: [id] })));
    await settled(sdk.waitUntilInstanceRunning(waiting(), { InstanceIds: [id] }));
    expect(await stateOf(id)).toBe('running');
  });

  it('11. is waited for from shutting down to terminated, and shows the instance for an hour', async () => {
    const id = await run();
    await settled(ec2.send(new sdk.TerminateInstancesCommand({ InstanceIds: [id] })));
    expect(await stateOf(id)).toBe('shutting-down');
    await settled(sdk.waitUntilInstanceTerminated(waiting(), { InstanceIds: [id] }));
    fake.now += 3_000_000;
    expect(await stateOf(id)).toBe('terminated');
    fake.now += 700_000;
    expect(await codeOf(describeOne(id))).toBe('InvalidInstanceID.NotFound');
  });

  it('12. changes the type of a stopped instance only', async () => {
    const id = await run();
    const modify = () => ec2.send(new sdk.ModifyInstanceAttributeCommand({ InstanceId: id, InstanceType: { Value: 'm5.xlarge' } }));
    fake.now += 30_000;
    expect(await codeOf(modify())).toBe('IncorrectInstanceState');
    await settled(ec2.send(new sdk.StopInstancesCommand({ InstanceIds: [id] })));
    fake.now += 30_000;
    expect([await codeOf(modify()), fake.state.instances[0]?.type]).toEqual(['done', 'm5.xlarge']);
  });

  it('13. limits calls, which the SDK makes again', async () => {
    for (const nth of [1, 2]) fake.faults.push({ label: 'DescribeInstances', nth, fault: 'throttled' });
    await settled(ec2.send(new sdk.DescribeInstancesCommand({})));
    expect(callsOf('DescribeInstances')).toBe(3);
  });

  it('14. has no room, which the SDK takes for an internal error: four calls, and one if attempts are capped as ours are', async () => {
    for (let nth = 1; nth <= 9; nth += 1) fake.faults.push({ label: 'RunInstances', nth, fault: 'capacity' });
    expect([await codeOf(run()), callsOf('RunInstances')]).toEqual(['InsufficientInstanceCapacity', 4]);
    ec2 = clientFor({ maxAttempts: 1 });
    expect([await codeOf(run()), callsOf('RunInstances')]).toEqual(['InsufficientInstanceCapacity', 5]);
  });

  it('15. refuses a wrong secret, a region that is not signed for, and a request that is not signed', async () => {
    ec2 = clientFor({ credentials: { accessKeyId: 'example-key', secretAccessKey: 'wrong' } });
    expect(await codeOf(run())).toBe('AuthFailure');
    ec2 = clientFor();
    const id = await run();
    ec2 = clientFor({ region: 'us-east-1' });
    expect(await codeOf(describeOne(id))).toBe('InvalidInstanceID.NotFound');
    vi.useRealTimers();
    const { endpoint, close } = await fake.listen();
    const unsigned = await fetch(endpoint, { method: 'POST', body: 'Action=DescribeInstances&Version=2016-11-15' });
    expect([unsigned.status, await unsigned.text()]).toEqual([401, expect.stringContaining('<Code>AuthFailure</Code>')]);
    await close();
  });

  it('16. refuses an action that it does not have, and a parameter that the action does not have', async () => {
    expect(await codeOf(ec2.send(new sdk.CreateVpcCommand({ CidrBlock: '10.0.0.0/16' })))).toBe('InvalidAction');
    expect(await codeOf(ec2.send(new sdk.StopInstancesCommand({ InstanceIds: ['i-1'], Force: true })))).toBe('InvalidParameter');
    expect(fake.undocumented.splice(0)).toEqual(['CreateVpc', 'StopInstances: Force']);
  });

  it('17. gives a list in pages, which the SDK follows', async () => {
    const ids = [await run(), await run(), await run()];
    const found: string[] = [];
    for await (const { Reservations = [] } of sdk.paginateDescribeInstances({ client: ec2, pageSize: 1 }, {})) {
      found.push(...Reservations.flatMap(({ Instances = [] }) => Instances.map(({ InstanceId }) => InstanceId ?? '')));
    }
    expect([found, callsOf('DescribeInstances')]).toEqual([ids, 3]);
  });
});
