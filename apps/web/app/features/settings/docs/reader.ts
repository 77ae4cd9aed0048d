export type Credential = 'token' | 'api-key';

/** The person in whose name the page writes calls. */
export interface Reader {
  /** The server's public address, without a slash at its end. */
  readonly publicUrl: string;
  readonly orgId: string;
  readonly credential: Credential;
}
