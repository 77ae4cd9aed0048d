export * from './accounts.ts';
export * from './audit.ts';
export * from './calendar.ts';
export * from './certificates.ts';
export * from './environments.ts';
export * from './imports.ts';
export * from './notifications.ts';
