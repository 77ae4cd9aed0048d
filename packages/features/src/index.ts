export * from './context.ts';
export * from './open-organization.ts';
export * from './with-transaction.ts';
export { countBacklog } from './certificates/count-backlog.ts';
