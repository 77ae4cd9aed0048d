/** Those of a machine's system, except one that hosts of tests may lack themselves. Docker's "privileged" would ask for it. */
const CAPABILITIES =
  'AUDIT_CONTROL AUDIT_READ AUDIT_WRITE BLOCK_SUSPEND CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID IPC_LOCK IPC_OWNER KILL LEASE LINUX_IMMUTABLE MKNOD NET_ADMIN NET_BIND_SERVICE NET_BROADCAST NET_RAW SETFCAP SETGID SETPCAP SETUID SYSLOG SYS_ADMIN SYS_BOOT SYS_CHROOT SYS_NICE SYS_PACCT SYS_PTRACE SYS_TTY_CONFIG';

/** Options of `docker run` for a container whose first process is systemd. It has to make `/sys/fs/cgroup` writable before. */
export const systemdOptions: readonly string[] = [
  ...CAPABILITIES.split(' ').flatMap((capability) => ['--cap-add', capability]),
  ...['seccomp', 'apparmor', 'systempaths'].flatMap((kind) => ['--security-opt', `${kind}=unconfined`]),
  ...['--cgroupns', 'private', '--tmpfs', '/run', '--tmpfs', '/run/lock'],
];
