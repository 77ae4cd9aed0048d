import type { Credentials, ServiceSize } from '@notafter/domain';
import type { ContainerContents, ContainerRecipe } from './container-recipe.ts';
import type { ServiceImage } from './images.ts';

export interface MachineInput {
  readonly size: ServiceSize;
  readonly user: Credentials['user'];
  /** From `makeVerifier`. */
  readonly verifier: string;
  readonly image: ServiceImage;
}

/** How an engine runs on a machine, whose user data everyone with access to the cloud account can read. */
export interface MachineRecipe extends Pick<ContainerRecipe, 'solution'> {
  /** Stored by the engine in place of the password: the same text for the same salt of 16 bytes. */
  makeVerifier(credentials: Credentials, salt: Buffer): Promise<string>;
  /** Files are on the machine, and in the container at the same path. */
  contents(input: MachineInput): ContainerContents;
  /** Of `docker run`, as words of a shell. */
  readonly options: readonly string[];
  /** A file with a random password that is made on the machine, for a first run that can't do without one. Null: none. */
  readonly localSecret: string | null;
  /** A line of a shell that has the engine read its certificate again, if it runs. */
  readonly reload: string;
}
