import type { Answer, Stage } from '../role-matrix/stage.ts';
import type { World } from '../role-matrix/world.ts';

export interface AbuseStage extends Stage {
  /** Who is attacked; nothing of it may change. */
  readonly victim: World;
  readonly attacker: World;
  newWorld(): Promise<World>;
}

/** An attack and how it has to end. */
export interface Abuse {
  readonly kind: string;
  readonly name: string;
  /** Every status that counts as a refusal. */
  readonly refusedWith: readonly number[];
  /** What was answered to each try. Throws where more than a status tells that it went wrong. */
  attempt(stage: AbuseStage): Promise<readonly Answer[]>;
  /** Rows that the attack itself may make, such as an account of the attacker's own. */
  readonly changesOwn?: true;
}

/** Fails an abuse that was let through in another way than by its status. */
export const demand = (isKept: boolean, promise: string): void => {
  if (!isKept) throw new Error(`Not kept: ${promise}`);
};
