/** Columns that the SSL scores of servers can be ordered by. */
export const sslScoreSorts = ['domain', 'score', 'protocol', 'cipher', 'keyBits', 'chainValid'] as const;
export type SslScoreSort = (typeof sslScoreSorts)[number];
export interface SslScoreOrder {
  readonly sort: SslScoreSort;
  readonly order: 'asc' | 'desc';
}
