/** What every source is made with. */
export interface SourceClock {
  now(): Date;
}

/** Why a source that ran out of its own time, or of room, is partial. */
export const OUT_OF_TIME = 'It was not done when its time was up.';
export const NAMES_FULL = 'It has more names than one search keeps.';
