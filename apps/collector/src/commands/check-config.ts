import { type ExitCode, exitCodes, type Terminal } from '@notafter/command-line';
import { portText } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';

const SECOND_MS = 1_000;

/** Prints what a usable file lets the collector do. */
export const runCheckConfig = (configFile: string, { stdout }: Terminal): ExitCode => {
  const { allow, targets, acceptTargets, files, kubernetes, intervalMs, dataDir } = readConfig(configFile, 'check-config');
  const isOpen = allow.networks.length > 0 && allow.ports.length > 0;
  const lines = [
    isOpen
      ? `May probe ${allow.networks.join(', ')} on ports ${allow.ports.map(portText).join(', ')}, and nothing else.`
      : 'May probe nothing: allow.networks and allow.ports are both needed.',
    `${targets.length} endpoints here; those that the server asks for are ${acceptTargets ? 'probed if the list above covers them' : 'ignored'}.`,
    `${files.length} file patterns, ${kubernetes.length} Kubernetes clusters.`,
    `Scans every ${intervalMs / SECOND_MS} s. Data directory: ${dataDir}`,
  ];
  stdout.write(`${lines.join('\n')}\n`);
  return exitCodes.ok;
};
