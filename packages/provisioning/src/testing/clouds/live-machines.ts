import { setTimeout as wait } from 'node:timers/promises';
import { type BootedMachine, bootMachine } from './booted-machine.ts';

/** A machine of a fake cloud as its account sees it. */
export interface LiveMachine {
  readonly id: string;
  readonly userData: string;
  /** Null until it has one. */
  readonly address: string | null;
  readonly isOn: boolean;
}

const EVERY_MS = 200;

/** Boots, stops, starts and destroys real engines as the machines of a fake cloud come and go. */
export const runMachines = (list: () => readonly LiveMachine[]) => {
  const closed = new AbortController();
  const failures: unknown[] = [];
  const booted = new Map<string, { readonly machine: Promise<BootedMachine>; isOn: boolean; readonly gone: AbortController }>();

  const settle = async (): Promise<void> => {
    const present = list();
    for (const { id, userData, address, isOn } of present) {
      const known = booted.get(id);
      if (known === undefined && address !== null && isOn) {
        const gone = new AbortController();
        const machine = bootMachine(userData, address, AbortSignal.any([gone.signal, closed.signal]));
        machine.catch((error: unknown) => {
          if (!gone.signal.aborted && !closed.signal.aborted) failures.push(error);
        });
        booted.set(id, { machine, isOn, gone });
      } else if (known !== undefined && known.isOn !== isOn) {
        const machine = await known.machine;
        await (isOn ? machine.start() : machine.stop());
        known.isOn = isOn;
      }
    }
    for (const [id, known] of [...booted].filter(([one]) => present.every((machine) => machine.id !== one))) {
      known.gone.abort();
      booted.delete(id);
      await known.machine.then(
        (machine) => machine.destroy(),
        () => undefined,
      );
    }
  };

  const work = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      await settle();
      await wait(EVERY_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    /** Ends every engine. Rejects with what went wrong meanwhile. */
    async close(): Promise<void> {
      closed.abort();
      await working;
      for (const { machine } of booted.values()) {
        await machine.then(
          (one) => one.destroy(),
          () => undefined,
        );
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Machines did not boot.');
    },
  };
};
