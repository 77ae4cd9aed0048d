export { type Behavior, behaviors, type Mix, RETRY_AFTER_SECONDS, takes } from './behaviors.ts';
export { sampleMessage } from './messages.ts';
export type { Received, ReceivedCounts } from './received-log.ts';
export { STAND_IN_SIGNING_SECRET, type StandIns, type StandInsOptions, startStandIns } from './start-stand-ins.ts';
export { STATUS_PAGE_ID, STATUS_PAGE_KEY } from './vendors/statuspage.ts';
