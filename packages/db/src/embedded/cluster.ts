import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import type { EmbeddedLog } from './log.ts';
import type { ServerLog } from './server-log.ts';
import type { Durability } from './settings.ts';

/** State shared by the steps of one start. */
export interface Cluster {
  readonly home: Home;
  readonly binaries: Binaries;
  /** `<home>/<major>`: PostgreSQL's PGDATA. */
  readonly dataDir: string;
  readonly serverLog: ServerLog;
  readonly log: EmbeddedLog;
  readonly durability: Durability;
  readonly settings: Readonly<Record<string, string>>;
  /** A configured port; undefined lets us choose. */
  readonly port: number | undefined;
  /** On the clock of performance.now(). */
  readonly deadline: number;
}
