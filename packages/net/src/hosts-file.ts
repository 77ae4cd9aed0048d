import { isIP } from 'node:net';

/** Names the machine itself knows. Empty where it knows none. */
export interface HostsFile {
  lookup(name: string): Promise<readonly string[]>;
}

const RECHECK_MS = 5_000;
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Lines of `address name alias...`; comments and broken lines are skipped. */
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
 * The hosts file, read again when it changed (looked at most every 5 s). `localhost` and names below it are loopback
 * whether or not the file says so (RFC 6761 section 6.3).
 */
export const createHostsFile = (path = '/etc/hosts'): HostsFile => {
  let names = new Map<string, string[]>();
  let readMtimeMs = -1;
  let nextLookAt = 0;
  const refresh = async (): Promise<void> => {
    if (performance.now() < nextLookAt) return;
    nextLookAt = performance.now() + RECHECK_MS;
    // Not loaded before a name is asked for: a command line that is given addresses starts sooner.
    const { readFile, stat } = await import('node:fs/promises');
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === readMtimeMs) return;
      names = parseHosts(await readFile(path, 'utf8'));
      readMtimeMs = mtimeMs;
    } catch {
      // A machine without the file knows no names of its own.
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
