import type { ServeOperation } from '../../rest-environment.ts';
import { serveGetPlan } from './plan.ts';
import { serveBillingWebhook } from './webhook.ts';

export const billingOperations: readonly ServeOperation[] = [serveGetPlan, serveBillingWebhook];
