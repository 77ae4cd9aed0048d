import type { ProbeTarget } from '@notafter/domain';
import type { FileSource, KubernetesSource } from '@notafter/keystores';

export type PortRange = readonly [first: number, last: number];

/** The collector's file, as used. Paths are absolute. */
export interface CollectorConfig {
  /** All that may ever be probed. Nothing that the server says adds to it. */
  readonly allow: { readonly networks: readonly string[]; readonly ports: readonly PortRange[] };
  readonly targets: readonly ProbeTarget[];
  /** Whether endpoints that people ask for on the server are probed, within `allow`. */
  readonly acceptTargets: boolean;
  readonly files: readonly FileSource[];
  readonly kubernetes: readonly KubernetesSource[];
  readonly intervalMs: number;
  /** In place of the server's address in the token. Null: that one. */
  readonly serverUrl: string | null;
  readonly dataDir: string;
  /** `ip` or `ip:port`; empty uses the system's resolvers. */
  readonly dnsServers: readonly string[];
  /** PEM with roots for the server's certificate, besides the public ones. */
  readonly caFile: string | null;
}

export const portText = ([first, last]: PortRange): string => (first === last ? String(first) : `${first}-${last}`);
