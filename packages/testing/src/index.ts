export * from './certificate-factories.ts';
export * from './clock.ts';
export * from './context.ts';
export * from './factories.ts';
export * from './gateways.ts';
export * from './observations.ts';
export * from './recording-jobs.ts';
export * from './recording-log.ts';
