import type { CommandName } from './command-names.ts';

/** What was asked cannot be done as asked: told on stderr with what to change, exit code 3. */
export class UsageError extends Error {
  /** Whose help to point to. */
  readonly command: CommandName | null;
  constructor(message: string, command: CommandName | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
    this.command = command;
  }
}
