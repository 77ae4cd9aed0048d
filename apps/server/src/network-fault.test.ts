import { describe, it } from 'vitest';
import { runNetworkFault } from './testing/network-fault.ts';

// Both at once: what takes its time is the driver's limit, which each waits for.
describe.concurrent('checks and alerts go on by themselves after', () => {
  it('packets to PostgreSQL were swallowed for some seconds and nothing was reset', () => runNetworkFault('swallow', 5000));
  it('every connection to PostgreSQL was left half open', () => runNetworkFault('halfOpen', 0));
});
