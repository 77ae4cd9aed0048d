import type { ServiceSpec } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createEc2Fake } from '../testing/clouds/aws/ec2-fake.ts';
import { createDigitalOceanFake } from '../testing/clouds/digitalocean/do-fake.ts';
import { createGcpFake } from '../testing/clouds/gcp/gcp-fake.ts';
import { testKey } from '../testing/clouds/gcp/gcp-token.ts';
import { type KilledCall, startCall } from '../testing/clouds/killed-process.ts';
import { specOf } from '../testing/clouds/spec.ts';

/** Calls to the cloud after which a process is killed, in turn: some die at their first, some with all their work done. */
const KILLED_AT = [1, 2, 3, 4, 4, 5, 6, 8, 10];
/** The fake's clock moves by so much with each call. */
const TICK_MS = 1000;

const clouds = {
  digitalocean: { region: 'fra1', open: createDigitalOceanFake },
  aws: { region: 'eu-central-1', open: createEc2Fake },
  gcp: { region: 'europe-west3', open: createGcpFake },
} as const;

describe.each(['digitalocean', 'aws', 'gcp'] as const)('processes that work on %s', (name) => {
  it('are killed by SIGKILL at least 20 times, with one machine and its data all the time and nothing at the end', {
    timeout: 300_000,
  }, async () => {
    const { region, open } = clouds[name];
    const fake = open();
    let onCall = (): void => undefined;
    const listener = await fake.listen(() => {
      fake.now += TICK_MS;
      onCall();
    });
    const url = listener.endpoint;
    const spec = specOf(name, region, 'hobbyist');
    let kills = 0;
    const start = (call: KilledCall['call'], wanted: ServiceSpec) =>
      startCall({ cloud: name, url, now: fake.now, key: JSON.stringify(testKey), call, spec: wanted });

    const killAfter = async (calls: number, call: KilledCall['call'], wanted: ServiceSpec): Promise<void> => {
      const child = start(call, wanted);
      let left = calls;
      onCall = () => {
        left -= 1;
        if (left === 0) child.kill();
      };
      if (!(await child.ended)) kills += 1;
      onCall = () => undefined;
    };
    const finish = async (call: KilledCall['call'], wanted: ServiceSpec): Promise<void> => {
      expect(await start(call, wanted).ended).toBe(true);
    };

    for (const calls of KILLED_AT) await killAfter(calls, 'create', spec);
    await finish('create', spec);
    fake.now += 60_000;
    const data = fake.truth().volumes[0]?.id;
    expect(fake.truth()).toMatchObject({ machines: [{ state: 'running' }], volumes: [{ machine: fake.truth().machines[0]?.id }] });

    const larger = { ...specOf(name, region, 'professional'), tag: spec.tag };
    for (const [index, calls] of KILLED_AT.entries()) await killAfter(calls, 'resize', index % 2 === 0 ? larger : spec);
    await finish('resize', larger);
    fake.now += 60_000;
    expect(fake.truth()).toMatchObject({ machines: [{ state: 'running', machineType: larger.machineType }], volumes: [{ id: data }] });

    for (const calls of KILLED_AT) await killAfter(calls, 'remove', spec);
    await finish('remove', spec);
    expect(fake.holdings()).toEqual([]);
    expect([fake.mostAtOnce, fake.undocumented]).toEqual([1, []]);
    expect(kills).toBeGreaterThanOrEqual(20);
    await listener.close();
  });
});
