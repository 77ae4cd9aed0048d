import { isIP } from 'node:net';

/** Looks up names in the machine's hosts file. Returns an empty list for other names. */
export interface HostsFile {
  lookup(name: string): Promise<readonly string[]>;
}

const RECHECK_MS = 5_000;
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Parses lines of `address name alias...`; skips comments and invalid lines. */
export const parseHosts = (text: string): Map<string, string[]> => {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase().replace(/\.$/, '');
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
};

/**
 * Reads the hosts file, and again when it changed (checked at most every 5 s). `localhost` and names below it are
 * loopback even if the file does not list them (RFC 6761 section 6.3).
 */
export const createHostsFile = (path = '/etc/hosts'): HostsFile => {
  let names = new Map<string, string[]>();
  let readMtimeMs = -1;
  let nextLookAt = 0;
  const refresh = async (): Promise<void> => {
    if (performance.now() < nextLookAt) return;
    nextLookAt = performance.now() + RECHECK_MS;
    // Loaded at the first lookup: a command line with IP addresses only starts sooner.
    const { readFile, stat } = await import('node:fs/promises');
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === readMtimeMs) return;
      names = parseHosts(await readFile(path, 'utf8'));
      readMtimeMs = mtimeMs;
    } catch {
      // A machine without the file has no local names.
      names = new Map();
    }
  };
  return {
    async lookup(name) {
      await refresh();
      const found = names.get(name);
      if (found !== undefined) return found;
      return name === 'localhost' || name.endsWith('.localhost') ? LOOPBACK : [];
    },
  };
};
