/** PostgreSQL's programs of one major version. */
export interface PostgresPrograms {
  readonly major: number;
  /** As in "18.4". */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** Where services' files go and who their programs run as. */
export interface ProcessHome {
  /** Each service has a folder in it. `account` can pass through, but not list or change it if we are root. */
  readonly path: string;
  readonly account: {
    readonly uid: number;
    readonly gid: number;
    /** Options for spawn: empty if we already are that user. */
    readonly spawnAs: { readonly uid?: number; readonly gid?: number };
  };
  /** Newest first; empty if none runs here. */
  readonly postgres: readonly PostgresPrograms[];
}
