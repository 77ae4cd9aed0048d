import type { CertificateId } from '../../ids.ts';
import { cleanLine } from '../../notifications/delivery/clean-text.ts';
import { MONITORED_NAME_MAX_LENGTH } from '../uploads/certificate-source.ts';

/** Facts of a certificate in a file that decide what it is monitored as. */
export interface FiledFacts {
  readonly subject: string;
  readonly subjectCommonName: string | null;
  readonly san: readonly string[];
  readonly keyType: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** One entry of a file, Secret or keystore. */
export interface FileEntry {
  readonly path: string;
  /** Fingerprints, its own certificate first. */
  readonly chain: readonly [string, ...string[]];
  /** Fingerprints of the certificates that the entry had before. */
  readonly replaced: readonly string[];
  readonly facts: FiledFacts;
}

/** A monitored certificate of the collector's files. */
export interface FileMonitor {
  readonly id: CertificateId;
  readonly name: string;
  readonly chain: readonly string[];
  /** Null if the row has no certificate. */
  readonly facts: FiledFacts | null;
}

export interface WantedMonitor {
  /** The name that people see. */
  readonly name: string;
  readonly entry: FileEntry;
  /** Null: it is not monitored yet. */
  readonly monitor: FileMonitor | null;
}

const namesOf = ({ san, subjectCommonName, subject }: FiledFacts): readonly string[] =>
  san.length > 0 ? [...new Set(san.map((name) => name.toLowerCase()))].sort() : [subjectCommonName ?? subject];

/** A server may have a certificate of each key type: one that is renewed says nothing about the other. */
const lineageOf = (facts: FiledFacts): string => JSON.stringify([facts.keyType, ...namesOf(facts)]);

const by = <Item>(...keys: readonly ((item: Item) => number | string)[]) => {
  return (one: Item, other: Item): number => {
    for (const key of keys) {
      const [mine, its] = [key(one), key(other)];
      if (mine !== its) return mine < its ? -1 : 1;
    }
    return 0;
  };
};

/** Every entry that has the newest certificate of a lineage; the one with the longest chain first. */
type Lineage = readonly [FileEntry, ...FileEntry[]];

const newestOf = (entries: readonly FileEntry[]): readonly Lineage[] => {
  const [newest, ...others] = entries.toSorted(
    by(
      ({ facts }) => -facts.notBefore.getTime(),
      ({ facts }) => -facts.notAfter.getTime(),
      ({ chain }) => chain[0],
      ({ chain }) => -chain.length,
      ({ path }) => path.length,
      ({ path }) => path,
    ),
  );
  return newest === undefined ? [] : [[newest, ...others.filter(({ chain }) => chain[0] === newest.chain[0])]];
};

/** Returns the newest certificate of each set of names and key type, those that expire first at the front. */
export const lineagesOf = (entries: readonly FileEntry[]): readonly Lineage[] =>
  [...Map.groupBy(entries, ({ facts }) => lineageOf(facts)).values()].flatMap(newestOf).sort(
    by(
      ([{ facts }]) => facts.notAfter.getTime(),
      ([{ chain }]) => chain[0],
    ),
  );

/** Fingerprints of a lineage: an endpoint that serves one of them is compared with its files. */
export const fingerprintsOf = (lineage: Lineage): readonly string[] => [
  ...new Set(lineage.flatMap(({ chain: [leaf], replaced }) => [leaf, ...replaced])),
];

const NAME_MAX_LENGTH = 90;
/** With the first name and the fingerprint, it stays below the length of a name. */
const PATH_MAX_LENGTH = MONITORED_NAME_MAX_LENGTH - NAME_MAX_LENGTH - 20;

/** Never that of an endpoint: it has blanks. */
const nameOf = ({ path, facts }: FileEntry): string => {
  const first = facts.san[0] ?? facts.subjectCommonName ?? facts.subject;
  const place = path.length > PATH_MAX_LENGTH ? `…${path.slice(1 - PATH_MAX_LENGTH)}` : path;
  return `${cleanLine(first, NAME_MAX_LENGTH) || 'Certificate'} in ${cleanLine(place, PATH_MAX_LENGTH)}`;
};

interface FilesOfCollector {
  readonly lineages: readonly Lineage[];
  /** Fingerprints that entries had which can't be read now. */
  readonly unreadable: ReadonlySet<string>;
  readonly monitors: readonly FileMonitor[];
  /** Fingerprints that endpoints serve, or are compared with. */
  readonly served: ReadonlySet<string>;
}

/** Gives each lineage the monitor of the same certificate, else of the same names, else of a certificate that its file had before. */
const matchMonitors = (lineages: readonly Lineage[], monitors: readonly FileMonitor[]): ReadonlyMap<Lineage, FileMonitor> => {
  const matched = new Map<Lineage, FileMonitor>();
  const free = new Set(monitors);
  const match = (keysOf: (lineage: Lineage) => readonly string[], keyOf: (monitor: FileMonitor) => string | undefined): void => {
    const byKey = new Map([...free].map((monitor) => [keyOf(monitor), monitor]));
    for (const lineage of lineages) {
      const found = matched.has(lineage)
        ? undefined
        : keysOf(lineage)
            .flatMap((key) => byKey.get(key) ?? [])
            .find((each) => free.has(each));
      if (found === undefined) continue;
      matched.set(lineage, found);
      free.delete(found);
    }
  };
  match(
    ([{ chain }]) => [chain[0]],
    ({ chain }) => chain[0],
  );
  match(
    ([{ facts }]) => [lineageOf(facts)],
    ({ facts }) => (facts === null ? undefined : lineageOf(facts)),
  );
  match(fingerprintsOf, ({ chain }) => chain[0]);
  return matched;
};

/**
 * Decides which certificates of a collector's files are monitored: the newest of each set of names and key type, unless an endpoint
 * serves it or is compared with it, because its alerts are that endpoint's. A monitor follows the file that it came from. One whose
 * file can't be read stays; one whose file is gone goes.
 */
export const decideFileMonitors = ({
  lineages,
  unreadable,
  monitors,
  served,
}: FilesOfCollector): { readonly wanted: readonly WantedMonitor[]; readonly gone: readonly CertificateId[] } => {
  const own = lineages.filter((lineage) => !fingerprintsOf(lineage).some((fingerprint) => served.has(fingerprint)));
  const matched = matchMonitors(own, monitors);
  const names = Map.groupBy(own, ([entry]) => nameOf(entry));
  const kept = new Set(matched.values());
  const stays = ([fingerprint = '']: readonly string[]): boolean => unreadable.has(fingerprint) && !served.has(fingerprint);
  return {
    wanted: own.map((lineage) => {
      const [entry] = lineage;
      const name = nameOf(entry);
      const isShared = (names.get(name)?.length ?? 0) > 1;
      return { name: isShared ? `${name} (${entry.chain[0].slice(0, 11)})` : name, entry, monitor: matched.get(lineage) ?? null };
    }),
    gone: monitors.filter((monitor) => !kept.has(monitor) && !stays(monitor.chain)).map(({ id }) => id),
  };
};
