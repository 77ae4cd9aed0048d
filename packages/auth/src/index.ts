export * from './auth-service.ts';
