import type { ServeOperation } from '../../rest-environment.ts';
import { serveCancelDiscovery } from './cancel.ts';
import { serveGetDiscovery } from './get.ts';
import { serveListDiscoveries } from './list.ts';
import { serveStartDiscovery } from './start.ts';

export const discoveryOperations: readonly ServeOperation[] = [
  serveStartDiscovery,
  serveListDiscoveries,
  serveGetDiscovery,
  serveCancelDiscovery,
];
