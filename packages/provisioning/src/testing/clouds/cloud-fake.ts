import type { Holdings } from '../../clouds/machine-cloud.ts';
import type { Caller, ScriptedFault } from './cloud-faults.ts';
import type { FakeListener } from './fake-transport.ts';

/** The API of a cloud with a clock that stands still until it is moved. */
export interface CloudFake<State, Account> {
  now: number;
  state: State;
  /** An administrator took the account its rights. */
  isRevoked: boolean;
  /** Permissions that the account lacks, as the cloud calls them. */
  readonly denied: Set<string>;
  /** The labels of the calls that were answered, in order. */
  readonly calls: readonly string[];
  /** Requests with something that the API does not document. */
  readonly undocumented: string[];
  readonly faults: ScriptedFault[];
  /** The most machines that one service had at any moment. */
  mostAtOnce: number;
  /** Everything that the account has, in words. */
  holdings(): readonly string[];
  /** The same as a driver sees it, as it is now. */
  truth(): Holdings;
  /** How a caller reaches it without a socket. */
  account(changes?: Partial<Account>, caller?: Caller): Account;
  /** `onCall` runs before each call is answered. */
  listen(onCall?: () => void): Promise<FakeListener>;
}
