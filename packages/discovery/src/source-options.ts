/** Options of every source. */
export interface SourceClock {
  now(): Date;
}

/** Why a source that hit its timeout or the name limit is partial. */
export const OUT_OF_TIME = 'The source did not finish in time.';
export const NAMES_FULL = 'The limit of names per search was reached.';
