import type { ServeOperation } from '../../rest-environment.ts';
import { serveCollectorDocs } from './docs.ts';

export const collectorOperations: readonly ServeOperation[] = [serveCollectorDocs];
