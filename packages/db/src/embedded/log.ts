/** The part of a pino logger that the launcher needs. */
export interface EmbeddedLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}
