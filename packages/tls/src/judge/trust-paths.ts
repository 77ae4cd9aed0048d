import type { TrustPath } from '@notafter/domain';
import type { Certificate } from '../x509/certificate.ts';
import { subjectLabel } from '../x509/certificate-facts.ts';
import type { Path } from './path.ts';
import type { TrustStore } from './trust-store.ts';

/** More anchors than any real certificate leads to. */
const MAX_TRUST_PATHS = 8;

/** Paths to public anchors by anchor, of several to one anchor the one that lasts longest. */
export class TrustPaths {
  readonly #store: TrustStore;
  readonly #byAnchor = new Map<string, { readonly path: TrustPath; readonly until: number }>();

  constructor(store: TrustStore) {
    this.#store = store;
  }

  /** Adds a path without a fault that ends at an anchor; returns whether there are enough. */
  add({ certificates }: Path): boolean {
    const [, ...above] = certificates;
    const last = certificates.at(-1);
    const anchor = last === undefined ? undefined : this.#store.find(last);
    if (anchor === undefined || !this.#store.isPublic(anchor)) return false;
    const first = above.reduce<Certificate>((ends, each) => (each.notAfter < ends.notAfter ? each : ends), anchor);
    const known = this.#byAnchor.get(anchor.sha256);
    if (known === undefined || known.until < first.notAfter) {
      const until = first.notAfter;
      const path = {
        anchor: anchor.sha256,
        anchorName: subjectLabel(anchor),
        until: new Date(until).toISOString(),
        endsWith: subjectLabel(first),
      };
      this.#byAnchor.set(anchor.sha256, { path, until });
    }
    return this.#byAnchor.size >= MAX_TRUST_PATHS;
  }

  /** In the order of the anchors, so that equal chains give equal lists. */
  get found(): readonly TrustPath[] {
    return [...this.#byAnchor.values()].map(({ path }) => path).toSorted((one, other) => (one.anchor < other.anchor ? -1 : 1));
  }
}
