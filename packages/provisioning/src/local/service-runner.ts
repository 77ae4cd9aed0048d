import type { CloudDriver, ServiceId, ServiceSize, ServiceTag, SolutionSlug, SolutionSupport } from '@notafter/domain';

/** The part of a `CloudDriver` that a way to run services has. */
export type ServiceRunner = Omit<CloudDriver, 'cloud' | 'address' | 'survey' | 'check' | 'reservePorts'> & {
  /** Whether it has anything with this tag. */
  exists(tag: ServiceTag, signal: AbortSignal): Promise<boolean>;
  /** A folder on the disk that data is written to. */
  storage(signal: AbortSignal): Promise<string>;
  survey(): Promise<(solution: SolutionSlug) => SolutionSupport>;
  /** The ports that services have, of any installation. */
  takenPorts(signal: AbortSignal): Promise<readonly number[]>;
  /** The limits of every service but one, of any installation. */
  sizesBut(service: ServiceId, signal: AbortSignal): Promise<readonly ServiceSize[]>;
};

/** The limits of every service but one, however it runs. */
export type OtherSizes = (service: ServiceId, signal: AbortSignal) => Promise<readonly ServiceSize[]>;
