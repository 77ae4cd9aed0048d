import type { Plan, ServedFiles } from './program.ts';

const dovecotConfig = (dir: string, address: string, { ecdsa, rsa }: ServedFiles): string => `base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = /dev/stderr
protocols = imap pop3
listen = ${address}
ssl = required
ssl_cert = <${ecdsa.chain}
ssl_key = <${ecdsa.key}
ssl_alt_cert = <${rsa.chain}
ssl_alt_key = <${rsa.key}
default_internal_user = dovecot
default_login_user = dovenull
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=/nonexistent
}
`;

/** It refuses a database whose directory is missing, but needs none. */
const slapdConfig = (dir: string, { ecdsa }: ServedFiles): string => `include /etc/ldap/schema/core.schema
pidfile ${dir}/pid
TLSCertificateFile ${ecdsa.chain}
TLSCertificateKeyFile ${ecdsa.key}
database config
`;

const prosodyConfig = (dir: string, address: string, { ecdsa }: ServedFiles): string => `daemonize = false
run_as_root = true
pidfile = "${dir}/pid"
data_path = "${dir}"
modules_enabled = { "tls" }
modules_disabled = { "s2s", "posix" }
interfaces = { "${address}" }
c2s_require_encryption = true
s2s_ports = {}
log = { error = "*console" }
ssl = { certificate = "${ecdsa.chain}"; key = "${ecdsa.key}"; }
VirtualHost "debian.test"
VirtualHost "xmpp.debian.test"
`;

const natsConfig = (address: string, { ecdsa }: ServedFiles): string => `listen: "${address}:4222"
tls { cert_file: "${ecdsa.chain}", key_file: "${ecdsa.key}" }
`;

/** Dovecot, slapd, Prosody and nats-server at one address. */
export const messagingServers = (address: string, files: ServedFiles): readonly Plan[] => [
  {
    name: 'dovecot',
    config: { file: 'dovecot.conf', text: (dir) => dovecotConfig(dir, address, files) },
    command: () => ['dovecot', '-F', '-c', 'dovecot.conf'],
    listens: [143, 110].map((port) => ({ address, port })),
  },
  {
    name: 'slapd',
    config: { file: 'slapd.conf', text: (dir) => slapdConfig(dir, files) },
    // Without a debug level it leaves the foreground.
    command: () => ['slapd', '-d', '0', '-f', 'slapd.conf', '-h', `ldap://${address}:389`],
    listens: [{ address, port: 389 }],
  },
  {
    name: 'prosody',
    owner: 'prosody',
    config: { file: 'prosody.cfg.lua', text: (dir) => prosodyConfig(dir, address, files) },
    command: (dir) => ['prosody', '-F', '--config', `${dir}/prosody.cfg.lua`],
    listens: [{ address, port: 5222 }],
  },
  {
    name: 'nats-server',
    config: { file: 'nats.conf', text: () => natsConfig(address, files) },
    command: () => ['nats-server', '-c', 'nats.conf'],
    listens: [{ address, port: 4222 }],
  },
];
