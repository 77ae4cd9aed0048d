/** The order of monitoring plugins, so the worst of several is the highest. */
export const exitCodes = { ok: 0, warning: 1, critical: 2, usage: 3 } as const;

/** 0 to 3, see `exitCodes`; 128 plus the signal number after a signal. */
export type ExitCode = number;

export const worseOf = (one: ExitCode, other: ExitCode): ExitCode => Math.max(one, other);
