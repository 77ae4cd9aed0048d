import type { Outputs } from '../../api/trpc.ts';

type Admin = Outputs['admin'];

export type AdminStats = Admin['dashboard'];
export type AdminHealth = Admin['health'];
export type AdminCharts = Admin['charts'];
export type AdminOrganization = Admin['organizations']['organizations'][number];
export type AdminActivity = Admin['activity']['activities'][number];
export type OperatorView = Admin['operatorView'];
export type DatabaseFigures = Admin['database'];
export type FailingChannel = Admin['failingChannels']['channels'][number];
