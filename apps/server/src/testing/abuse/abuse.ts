import type { Answer, Stage } from '../role-matrix/stage.ts';
import type { World } from '../role-matrix/world.ts';

export interface AbuseStage extends Stage {
  /** The victim organization; nothing in it may change. */
  readonly victim: World;
  readonly attacker: World;
  newWorld(): Promise<World>;
}

/** An attack and its expected end. */
export interface Abuse {
  readonly kind: string;
  readonly name: string;
  /** Every status that counts as a refusal. */
  readonly refusedWith: readonly number[];
  /** Returns the responses to each try. Throws if something other than a status shows that the attack succeeded. */
  attempt(stage: AbuseStage): Promise<readonly Answer[]>;
  /** Rows that the attack itself may create, such as the attacker's own account. */
  readonly changesOwn?: true;
}

/** Fails an attack that succeeded in another way than by its status. */
export const demand = (isKept: boolean, promise: string): void => {
  if (!isKept) throw new Error(`Not kept: ${promise}`);
};
