/** An invalid command line or input file: printed on stderr with how to fix it, exit code 3. */
export class UsageError extends Error {
  /** Command with the relevant help. */
  readonly command: string | null;
  constructor(message: string, command: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
    this.command = command;
  }
}
