import { type CloudDriver, MINUTE_MS, ProviderError, SECOND_MS, type ServiceSpec } from '@notafter/domain';
import { ipv4Only, isSameRules } from '../../clouds/firewall-rules.ts';
import type { Holdings } from '../../clouds/machine-cloud.ts';
import type { Caller } from './cloud-faults.ts';
import { settle, type TestClock } from './settle.ts';

/** A fake of a cloud's account, with its clock. */
export interface TestAccount extends TestClock {
  isRevoked: boolean;
  readonly mostAtOnce: number;
  /** Everything that it has, in words. */
  holdings(): readonly string[];
  /** The part of it that services have, as it is now. */
  truth(): Holdings;
}

/** A process of ours with its driver. */
export interface TestProcess {
  readonly caller: Caller;
  readonly driver: CloudDriver;
}

export interface Life {
  readonly account: TestAccount;
  readonly start: () => TestProcess;
  readonly spec: ServiceSpec;
  /** Null on a cloud that does not resize. */
  readonly larger: ServiceSpec | null;
  /** Whether clients can come from an IPv6 address. */
  readonly hasIpv6: boolean;
}

/** Whether every operation did what it was asked for, one was undone, or the deletion had to be asked for again. */
export type LifeOutcome = 'done' | 'undone' | 'again';

const RESTART_MS = 5 * SECOND_MS;
const LOOK_MS = 2 * SECOND_MS;
const DELETION_MS = 15 * MINUTE_MS;
const SWEEPS = 3;

/**
 * Deploys, resizes, restricts and deletes a service as the operations of the control plane do, by processes that may die. Throws if
 * at any moment a second machine existed, the one with the data was lost, something was left behind, or a deletion did not end.
 * `said` gets the sentences that people saw meanwhile, as rows of a table.
 */
export const liveThrough = async ({ account, start, spec, larger, hasIpv6 }: Life, said = new Set<string>()): Promise<LifeOutcome> => {
  let process = start();
  const require = (isSo: boolean, promise: string): void => {
    if (!isSo) throw new Error(`${promise}: ${account.holdings().join(', ')}`);
  };

  /** Makes a call by a process that lives until it has the answer. */
  const survive = async <Result>(call: (living: TestProcess) => Promise<Result>): Promise<Result> => {
    for (;;) {
      const { caller } = process;
      const settled = call(process).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      const result = await Promise.race([settled, caller.death.then(() => null)]);
      if (result !== null && !caller.isDead) {
        if ('error' in result) {
          if (result.error instanceof ProviderError) said.add(`| ${result.error.fault} | ${result.error.message} |`);
          throw result.error;
        }
        return result.value;
      }
      process = start();
      account.now += RESTART_MS;
    }
  };
  const ask = <Result>(call: (driver: CloudDriver) => Promise<Result>) => settle(account, () => survive(({ driver }) => call(driver)));

  const signal = new AbortController().signal;
  const untilRunning = async (): Promise<void> => {
    const deadline = account.now + 10 * MINUTE_MS;
    for (;;) {
      const instance = await ask((driver) => driver.observe(spec.tag, signal));
      if (instance === null || instance.state === 'failed')
        throw new ProviderError('not_found', 'The instance disappeared while it started.');
      if (instance.state === 'running' && instance.host !== null) return;
      if (account.now > deadline) throw new ProviderError('invalid', 'The engine did not become ready.');
      account.now += RESTART_MS;
    }
  };

  /** False if a refusal does not pass: then the account is usable again, and the operation was undone. */
  const operate = async (work: () => Promise<void>, undo: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      account.isRevoked = false;
      await undo();
      return false;
    }
  };

  const remove = async (): Promise<void> => {
    const deadline = account.now + DELETION_MS;
    for (let looks = 0; looks < 2; account.now += LOOK_MS) {
      if (account.now > deadline) throw new Error('The deletion did not end.');
      const isGone = await survive(
        async ({ driver }) => (await driver.remove(spec.tag, signal)) && (await driver.observe(spec.tag, signal)) === null,
      ).catch((error: unknown) => {
        if (error instanceof ProviderError && error.passes) return false;
        throw error;
      });
      looks = isGone ? looks + 1 : 0;
    }
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
      account.now += MINUTE_MS;
      if ((await ask((driver) => driver.list(spec.tag.installation, signal))).length > 0) await remove();
    }
    require(account.holdings().length === 0, 'Nothing is left');
  };

  let data: string | undefined;
  const checkMachine = (wanted: ServiceSpec, promise: string): void => {
    account.now += MINUTE_MS;
    const { machines, volumes, firewalls } = account.truth();
    const [machine] = machines;
    const [volume] = volumes;
    require(machines.length === 1 && volumes.length === 1 && firewalls.length >= 1, `${promise}, on exactly one machine`);
    require(machine?.state === 'running' && volume?.machine === machine.id, `${promise}, and its machine has the data and runs`);
    require(machine?.machineType === wanted.machineType, `${promise}, on a machine of the plan in force`);
    const rules = { ports: wanted.ports.map(({ port }) => port), sources: wanted.allowlist };
    const met = hasIpv6 ? rules : (ipv4Only(rules) ?? rules);
    require(firewalls.every((one) => isSameRules(one.rules, met)), `${promise}, behind the firewall in force`);
    data ??= volume?.id;
    require(volume?.id === data, `${promise}, with the same data`);
  };

  const create = async () => {
    await ask((driver) => driver.create(spec, signal));
    await untilRunning();
  };
  const wasDeployed = await operate(create, remove);
  require(account.mostAtOnce <= 1, 'At most one machine');
  if (!wasDeployed) return 'undone';
  checkMachine(spec, 'It is deployed');

  const outcomes: boolean[] = [];
  const resize = (wanted: ServiceSpec) => async () => {
    await ask((driver) => driver.resize(wanted, signal));
    await untilRunning();
  };
  let inForce = spec;
  if (larger !== null) {
    const wasResized = await operate(resize(larger), resize(spec));
    outcomes.push(wasResized);
    if (wasResized) inForce = larger;
    checkMachine(inForce, 'It is resized or back');
  }
  const restricted = { ...inForce, allowlist: ['203.0.113.0/24'] };
  const allow = (wanted: ServiceSpec) => () => ask((driver) => driver.setAllowlist(wanted, signal));
  const wasRestricted = await operate(allow(restricted), allow(inForce));
  outcomes.push(wasRestricted);
  checkMachine(wasRestricted ? restricted : inForce, 'It is restricted or back');

  const wasRemoved = await operate(remove, remove);
  require(account.mostAtOnce <= 1, 'At most one machine');
  if (!wasRemoved) return 'again';
  return outcomes.every(Boolean) ? 'done' : 'undone';
};
