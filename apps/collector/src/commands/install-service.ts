import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { type ExitCode, exitCodes, type Terminal, UsageError } from '@notafter/command-line';
import { DEFAULT_CONFIG } from '../command-line.ts';
import { DEFAULT_DATA_DIR } from '../config/config-schema.ts';
import { program } from '../program.ts';

const USER = 'notafter-collector';
const UNIT = '/etc/systemd/system/notafter-collector.service';
/** Folders that the unit's `ProtectHome` hides. */
const hidden = /^\/(?:root|home|run\/user)\//;

/** Allows nothing until somebody edits it. */
const firstConfig = `# What this collector may probe and read; the Collector Guide under Help has every field.
# After a change: notafter-collector check-config && systemctl restart notafter-collector
allow:
  networks: []    # such as 10.20.0.0/16
  ports: []       # such as 443, 8443
targets: []       # such as intranet.example.com
files: []         # such as { pattern: /etc/nginx/tls/*.pem }
`;

/** The unit that runs `command`, a program and its arguments. */
const serviceUnit = (command: readonly string[]): string => `[Unit]
Description=Notafter collector
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${command.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`).join(' ')}
User=${USER}
StateDirectory=${USER}
StateDirectoryMode=0700
Restart=on-failure
RestartSec=10
# Revoked, or its file is wrong: starting it again changes nothing.
RestartPreventExitStatus=2 3
SuccessExitStatus=143
LimitCORE=0
CapabilityBoundingSet=
NoNewPrivileges=true
PrivateTmp=true
ProtectHome=true
ProtectSystem=strict

[Install]
WantedBy=multi-user.target
`;

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, USER], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());

const hasUser = (): boolean => {
  try {
    return idOf('-u') > 0;
  } catch {
    return false;
  }
};

const createUser = (): void => {
  const names = ['--system', '--user-group', '--home-dir', DEFAULT_DATA_DIR, '--no-create-home', '--shell', '/usr/sbin/nologin', USER];
  execFileSync('useradd', names, { stdio: 'inherit' });
};

/**
 * Creates what a service of systemd needs: its user, its data directory, its unit, and a collector's file if there is none. Can be
 * repeated. Neither enrolls nor starts it. Throws UsageError without root or systemd.
 */
export const installService = ({ stdout }: Terminal): ExitCode => {
  if (process.getuid?.() !== 0) throw new UsageError('Only root can install a service.', 'install-service');
  if (!existsSync('/run/systemd/system')) throw new UsageError('systemd does not run here.', 'install-service');
  const command = [process.execPath, ...process.execArgv, realpathSync(process.argv[1] ?? ''), 'run'];
  const unreachable = command.find((word) => hidden.test(word));
  if (unreachable !== undefined)
    throw new UsageError(`A service can't read ${unreachable}. Install Node and the collector outside of home folders.`, 'install-service');

  if (!hasUser()) createUser();
  mkdirSync(DEFAULT_DATA_DIR, { recursive: true, mode: 0o700 });
  chownSync(DEFAULT_DATA_DIR, idOf('-u'), idOf('-g'));
  if (!existsSync(DEFAULT_CONFIG)) {
    mkdirSync('/etc/notafter', { recursive: true, mode: 0o755 });
    writeFileSync(DEFAULT_CONFIG, firstConfig, { flag: 'wx', mode: 0o644 });
    stdout.write(`Wrote ${DEFAULT_CONFIG}, which allows nothing yet.\n`);
  }
  writeFileSync(UNIT, serviceUnit(command), { mode: 0o644 });
  execFileSync('systemctl', ['daemon-reload'], { stdio: 'inherit' });
  stdout.write(`Wrote ${UNIT}, for the user ${USER}.\n`);
  stdout.write(
    `Next, enroll as that user, and start it:\n  sudo -u ${USER} ${program} enroll TOKEN && sudo systemctl enable --now notafter-collector\n`,
  );
  return exitCodes.ok;
};
