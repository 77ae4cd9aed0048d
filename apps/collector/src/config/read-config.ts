import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { UsageError } from '@notafter/command-line';
import { type FileProblem, readYamlFile, type YamlFile } from '@notafter/command-line/yaml-file';
import { DomainError, type ProbeTarget, parseTarget } from '@notafter/domain';
import { createAllowListPolicy } from '@notafter/net';
import type { CollectorConfig } from './config.ts';
import { configSchema } from './config-schema.ts';

const targetFrom = (text: string, complain: (message: string) => void): ProbeTarget[] => {
  try {
    return [parseTarget(text)];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    complain(error.message);
    return [];
  }
};

/** A target that never can be probed is a mistake. A name is judged when it is resolved. */
const outsideOf = ({ networks, ports }: CollectorConfig['allow']) => {
  const policy = createAllowListPolicy({ allow: networks });
  return ({ host, address = host, port }: ProbeTarget): string | null => {
    if (!ports.some(([first, last]) => first <= port && port <= last)) return `Port ${port} is not in allow.ports.`;
    return isIP(address) !== 0 && !policy.isAllowed(address) ? `${address} is not in allow.networks.` : null;
  };
};

/** Parses the text of a collector's file at `path`. Every problem has its place. */
export const parseConfig = (text: string, path: string): YamlFile<CollectorConfig | null> => {
  const inFolder = (name: string): string => resolve(dirname(path), name);
  return readYamlFile<CollectorConfig | null>(text, (given, complain) => {
    const { data, error } = configSchema.safeParse(given);
    if (data === undefined) return { value: null, issues: error?.issues ?? [] };
    const allow = data.allow ?? { networks: [], ports: [] };
    const outside = outsideOf(allow);
    const targets = data.targets.flatMap((line, index) => {
      const found = targetFrom(line, (message) => complain(['targets', index], message));
      for (const target of found) {
        const problem = outside(target);
        if (problem !== null) complain(['targets', index], problem);
      }
      return found;
    });
    const value: CollectorConfig = {
      allow,
      targets,
      acceptTargets: data.acceptTargets,
      files: data.files.map(({ pattern, password }) => ({
        pattern: inFolder(pattern),
        ...(password === undefined ? {} : { password: 'file' in password ? { file: inFolder(password.file) } : password }),
      })),
      kubernetes: data.kubernetes.map(({ kubeconfig, namespaces, labelSelector }) => ({
        kubeconfig: kubeconfig === 'in-cluster' ? kubeconfig : inFolder(kubeconfig),
        namespaces,
        ...(labelSelector === undefined ? {} : { labelSelector }),
      })),
      intervalMs: data.interval,
      serverUrl: data.server ?? null,
      dataDir: inFolder(data.dataDir),
      dnsServers: data.dnsServers,
      caFile: data.caFile === undefined ? null : inFolder(data.caFile),
    };
    return { value, issues: [] };
  });
};

/** The problems of a collector's file, each with its place. */
export class ConfigError extends Error {
  readonly lines: readonly string[];
  constructor(file: string, problems: readonly FileProblem[]) {
    const lines = problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

const faults = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a directory'],
]);

/** Reads a file that the collector needs. Throws UsageError with the reason. */
export const readNeededFile = (file: string, what: string, command: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${what} '${file}' cannot be read: ${faults.get(code) ?? code}.`, command, { cause: error });
  }
};

/** Reads the collector's file. Throws ConfigError for its problems, and UsageError if it cannot be read. */
export const readConfig = (file: string, command: string): CollectorConfig => {
  const parsed = parseConfig(readNeededFile(file, 'config file', command), resolve(file));
  if (parsed.kind === 'refused') throw new ConfigError(file, parsed.problems);
  if (parsed.value === null) throw new ConfigError(file, [{ line: 1, column: 1, message: 'This is not a file of a collector.' }]);
  return parsed.value;
};
