export { type AddressPolicy, createAddressPolicy, createAllowListPolicy } from './address-policy.ts';
export { type ConnectionOutcome, connectSocket, type Dialed, type DialProblem, dial } from './dial.ts';
export { createGuard, type Guard, type GuardedConnection, type GuardProblem, type JudgedHost } from './guard.ts';
export { createGuardedFetch, type GuardedFetch, type GuardedHead, type GuardedResponse } from './guarded-fetch.ts';
export { GuardedFetchError } from './guarded-socket.ts';
export { createHostsFile, type HostsFile } from './hosts-file.ts';
export { describeProblem, formatEndpoint, formatSeconds } from './problem-text.ts';
export { type AddressResolver, createResolver, type Resolution, type ResolverOptions } from './resolver.ts';
export { retryAfterMs } from './retry-after.ts';
