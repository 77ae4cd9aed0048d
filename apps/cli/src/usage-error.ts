import type { CommandName } from './command-names.ts';

/** An invalid command line or input file: printed on stderr with how to fix it, exit code 3. */
export class UsageError extends Error {
  /** Command with the relevant help. */
  readonly command: CommandName | null;
  constructor(message: string, command: CommandName | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
    this.command = command;
  }
}
