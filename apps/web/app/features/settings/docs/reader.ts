export type Credential = 'token' | 'api-key';

/** Whose calls the page writes out. */
export interface Reader {
  /** The server's public address, without a slash at its end. */
  readonly publicUrl: string;
  readonly orgId: string;
  readonly credential: Credential;
}
