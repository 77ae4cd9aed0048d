/** What features may say to the operator. Fields never hold a secret; the root logger redacts as a second net. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
