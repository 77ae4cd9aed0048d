import type { ServeOperation } from '../../rest-environment.ts';
import { serveAnalytics } from './get.ts';

export const analyticsOperations: readonly ServeOperation[] = [serveAnalytics];
