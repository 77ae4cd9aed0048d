import type { Outputs } from '../../api/trpc.ts';

export type Analytics = Outputs['analytics']['get'];
export type TeamAnalytics = Outputs['analytics']['team'];
export type Timeline = Outputs['analytics']['timeline'];
export type TimelineSegment = Timeline['segments'][number];
export type DayOfTrends = Outputs['analytics']['trends']['trends'][number];
export type SslScore = Outputs['certificates']['sslScores']['sslScores'][number];
