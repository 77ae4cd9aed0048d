import type { TailOutcome } from '@notafter/domain';

/** Ends the reading of a log with an outcome. Never leaves this package. */
export class LogFault extends Error {
  readonly outcome: TailOutcome;

  constructor(outcome: TailOutcome) {
    super('reason' in outcome ? outcome.reason : outcome.kind);
    this.name = 'LogFault';
    this.outcome = outcome;
  }
}

export const invalid = (reason: string): LogFault => new LogFault({ kind: 'invalid', reason });
