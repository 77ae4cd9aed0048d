export * from './accounts/accounts.input.ts';
export * from './audit/audit.input.ts';
export * from './certificates/certificates.input.ts';
export * from './environments/environments.input.ts';
export * from './id.input.ts';
export * from './notifications/notifications.input.ts';
export * from './settings/credentials.input.ts';
export * from './team/team.input.ts';
