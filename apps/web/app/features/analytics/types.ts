import type { Outputs } from '../../api/trpc.ts';

export type Analytics = Outputs['analytics']['get'];
export type TeamAnalytics = Outputs['analytics']['team'];
export type Timeline = Outputs['analytics']['timeline'];
export type TimelineSegment = Timeline['segments'][number];
export type DayOfTrends = Outputs['analytics']['trends']['trends'][number];
export type SslScore = Outputs['certificates']['sslScores']['sslScores'][number];
export type Readiness = Outputs['analytics']['readiness'];
export type CountedLimit = Readiness['limits'][number];
export type AutomateFirst = Readiness['first'][number];
export type ReadinessList = Outputs['analytics']['readinessByEndpoint'];
export type EndpointReadiness = ReadinessList['endpoints'][number];
export type CryptographyInventory = Outputs['analytics']['cryptography'];
