import { FINDINGS_AT_ONCE, readFoundName, type SourceFinding, type SourceRequest, WEB_PORT } from '@notafter/domain';

/** Of a source's names so many are remembered, so that each is told once; more are told again, which does no harm. */
const REMEMBERED_MAX = 50_000;

interface Extra {
  readonly port?: number;
  readonly logged?: SourceFinding['logged'];
  readonly observed?: SourceFinding['observed'];
}

/** Hands findings on in batches. Names are read here, so that no source can let through what is no host of the domain. */
export class Findings {
  readonly #request: SourceRequest;
  readonly #told = new Map<string, number>();
  #batch: SourceFinding[] = [];
  /** No more names are taken: the search has as many as it may have. */
  isFull = false;

  constructor(request: SourceRequest) {
    this.#request = request;
  }

  /** Names told so far. */
  get count(): number {
    return this.#told.size;
  }

  /** A name as a stranger wrote it; one that is no host of the domain is dropped. */
  async add(name: string, { port = WEB_PORT, logged = null, observed = null }: Extra = {}): Promise<void> {
    const read = readFoundName(name, this.#request.domain);
    if (read === null) return;
    const key = `${read.isWildcard ? '*.' : ''}${read.host}:${port}`;
    const endsAt = logged?.notAfter.getTime() ?? 0;
    // Of a name's certificates the one that ends last stands for all, and logs tell of many.
    if ((this.#told.get(key) ?? -1) >= endsAt) return;
    if (this.#told.size < REMEMBERED_MAX) this.#told.set(key, endsAt);
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
