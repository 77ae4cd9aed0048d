/** As monitoring plugins have them, so that the worst of many is the highest. */
export const exitCodes = { ok: 0, warning: 1, critical: 2, usage: 3 } as const;

/** 0 to 3, see `exitCodes`; after a signal 128 and its number. */
export type ExitCode = number;

export const worseOf = (one: ExitCode, other: ExitCode): ExitCode => Math.max(one, other);
