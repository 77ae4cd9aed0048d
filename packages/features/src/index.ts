export * from './context.ts';
export * from './open-organization.ts';
export * from './with-transaction.ts';
