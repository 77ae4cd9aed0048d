/** How a call to a cloud can go wrong. */
export const cloudFaults = [
  'throttled',
  'server_error',
  'capacity',
  'quota',
  'auth_revoked',
  'cut_before_commit',
  'cut_after_commit',
  'stale_read',
  'duplicate',
] as const;
/**
 * `cut_before_commit`, `cut_after_commit`: the connection ends before or after the call was carried out. `stale_read`: for some
 * seconds, reads show the state before the last change. `duplicate`: it arrives twice, and the second answer comes back.
 */
export type CloudFault = (typeof cloudFaults)[number];

/** When the caller dies: before its call arrives, before it has the answer, or before it does anything with it. */
export const crashes = ['before', 'between', 'after'] as const;
export type Crash = (typeof crashes)[number];

/** Refusals that no cloud gives to a call that is right. `forbidden`: the account lacks the permission for it. */
export type CloudRefusal = 'invalid' | 'not_found' | 'conflict' | 'forbidden';

/** Strikes the n-th call with this label. */
export interface ScriptedFault {
  readonly label: string;
  readonly nth: number;
  readonly fault: CloudFault | CloudRefusal | null;
  readonly crash?: Crash;
}
export type StruckBy = ScriptedFault['fault'];

/** A process that calls a cloud, until it dies. */
export interface Caller {
  readonly isDead: boolean;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  die(): void;
}

export const createCaller = (): Caller => {
  const { promise: death, resolve } = Promise.withResolvers<void>();
  const caller = {
    isDead: false,
    death,
    die: () => {
      caller.isDead = true;
      resolve();
    },
  };
  return caller;
};

export const never = <Result>(): Promise<Result> => new Promise(() => undefined);

/** Which call goes wrong, and the calls so far. */
export class FaultScript {
  readonly faults: ScriptedFault[] = [];
  /** Labels, in order. */
  readonly calls: string[] = [];

  /** Lets a call be answered, with the fault that strikes it. Never resolves for a caller that dies before it has the answer. */
  async carry<Answer>(label: string, caller: Caller, answer: (fault: StruckBy) => Answer | null): Promise<Answer | null> {
    const { fault, crash } = this.#next(label);
    if (crash === 'before') caller.die();
    if (caller.isDead) return never();
    const given = answer(fault);
    if (crash === 'between') caller.die();
    if (caller.isDead) return never();
    if (crash === 'after') caller.die();
    return given;
  }

  #next(label: string): Pick<ScriptedFault, 'fault' | 'crash'> {
    this.calls.push(label);
    const nth = this.calls.filter((one) => one === label).length;
    return this.faults.find((one) => one.label === label && one.nth === nth) ?? { fault: null };
  }
}
