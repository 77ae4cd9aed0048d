import { clouds, type ServiceSpec } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createEc2Fake } from '../testing/clouds/aws/ec2-fake.ts';
import { createArmFake } from '../testing/clouds/azure/arm-fake.ts';
import { createDigitalOceanFake } from '../testing/clouds/digitalocean/do-fake.ts';
import { createGcpFake } from '../testing/clouds/gcp/gcp-fake.ts';
import { testKey } from '../testing/clouds/gcp/gcp-token.ts';
import { type KilledCall, startCall } from '../testing/clouds/killed-process.ts';
import { specOf } from '../testing/clouds/spec.ts';
import { isSameRules } from './firewall-rules.ts';

/** Calls to the cloud after which a process is killed, in turn: some die at their first, some with all their work done. */
const KILLED_AT = [1, 2, 3, 4, 4, 5, 6, 8, 10];
/** The fake's clock moves by so much with each call. */
const TICK_MS = 1000;

const fakes = {
  digitalocean: { region: 'fra1', open: createDigitalOceanFake },
  aws: { region: 'eu-central-1', open: createEc2Fake },
  gcp: { region: 'europe-west3', open: createGcpFake },
  azure: { region: 'westeurope', open: createArmFake },
} as const;

describe.each(['digitalocean', 'aws', 'gcp', 'azure'] as const)('processes that work on %s', (name) => {
  it('are killed by SIGKILL at least 20 times, with one machine and its data all the time and nothing at the end', {
    timeout: 300_000,
  }, async () => {
    const { region, open } = fakes[name];
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

    // Azure does not resize: its firewall changes instead.
    const change = clouds[name].resizes ? 'resize' : 'setAllowlist';
    const plan = clouds[name].resizes ? 'professional' : 'hobbyist';
    const other = { ...specOf(name, region, plan), tag: spec.tag, allowlist: clouds[name].resizes ? [] : ['203.0.113.0/24'] };
    for (const [index, calls] of KILLED_AT.entries()) await killAfter(calls, change, index % 2 === 0 ? other : spec);
    await finish(change, other);
    fake.now += 60_000;
    expect(fake.truth()).toMatchObject({ machines: [{ state: 'running', machineType: other.machineType }], volumes: [{ id: data }] });

    const wanted = { ports: [5432], sources: other.allowlist };
    if (change === 'setAllowlist') expect(fake.truth().firewalls.every(({ rules }) => isSameRules(rules, wanted))).toBe(true);

    for (const calls of KILLED_AT) await killAfter(calls, 'remove', spec);
    await finish('remove', spec);
    expect(fake.holdings()).toEqual([]);
    expect([fake.mostAtOnce, fake.undocumented]).toEqual([1, []]);
    expect(kills).toBeGreaterThanOrEqual(20);
    await listener.close();
  });
});
