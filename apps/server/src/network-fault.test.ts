import { describe, it } from 'vitest';
import { runNetworkFault } from './testing/network-fault.ts';

// Both at once: most of the time is the driver's limit, which each waits for.
describe.concurrent('checks and alerts continue by themselves after', () => {
  it('packets to PostgreSQL were dropped for some seconds without a reset', () => runNetworkFault('swallow', 5000));
  it('every connection to PostgreSQL was left half open', () => runNetworkFault('halfOpen', 0));
});
