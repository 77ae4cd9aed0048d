import { FINDINGS_AT_ONCE, readFoundName, type SourceFinding, type SourceRequest, WEB_PORT } from '@notafter/domain';

/** Names to remember per source, so that each is reported once; a repeated report is harmless. */
const REMEMBERED_MAX = 50_000;

interface Extra {
  readonly port?: number;
  readonly logged?: SourceFinding['logged'];
  readonly observed?: SourceFinding['observed'];
}

/** Returns findings in batches. Parses all names here, so that no source can pass a host outside the domain. */
export class Findings {
  readonly #request: SourceRequest;
  readonly #reported = new Map<string, number>();
  #batch: SourceFinding[] = [];
  /** True once the search has reached its limit of names. */
  isFull = false;

  constructor(request: SourceRequest) {
    this.#request = request;
  }

  /** Number of reported names. */
  get count(): number {
    return this.#reported.size;
  }

  /** Adds an untrusted name; drops it if it is not a host of the domain. */
  async add(name: string, { port = WEB_PORT, logged = null, observed = null }: Extra = {}): Promise<void> {
    const read = readFoundName(name, this.#request.domain);
    if (read === null) return;
    const key = `${read.isWildcard ? '*.' : ''}${read.host}:${port}`;
    const endsAt = logged?.notAfter.getTime() ?? 0;
    // The last-expiring certificate of a name counts; logs have many.
    if ((this.#reported.get(key) ?? -1) >= endsAt) return;
    if (this.#reported.size < REMEMBERED_MAX) this.#reported.set(key, endsAt);
    this.#batch.push({ ...read, port, logged, observed });
    if (this.#batch.length >= FINDINGS_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0 || this.isFull) return;
    this.isFull = !(await this.#request.found(batch));
  }
}
