import type { Outputs } from '../../api/trpc.ts';

/** A service as the list shows it. */
export type Service = Outputs['services']['list']['services'][number];
export type ServiceDetail = Outputs['services']['get'];
export type ServiceOperation = NonNullable<Service['operation']>;
export type ServiceBackup = Outputs['services']['backups']['backups'][number];
export type ServiceDrill = Outputs['services']['backups']['drills'][number];
export type OldConnections = Outputs['services']['oldConnections'];
/** An enabled cloud: the solutions that can run there, and the resources of each plan. */
export type CloudAccount = Outputs['services']['cloudAccounts']['accounts'][number];
export type CloudOffer = Outputs['services']['catalog']['clouds'][number];
