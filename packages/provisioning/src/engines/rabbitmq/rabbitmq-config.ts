import type { Credentials, ServiceSize } from '@notafter/domain';

interface RabbitmqConfig {
  /** The address and port of each listener. */
  readonly address: string;
  readonly ports: { readonly native: number; readonly mqtt: number; readonly ui: number };
  readonly tls: { readonly certificate: string; readonly key: string; readonly authority: string };
  readonly size: ServiceSize;
}

export const enabledPlugins = '[rabbitmq_management,rabbitmq_mqtt].\n';

/** AMQP, MQTT and the management API over TLS, and no other listener for clients. */
export const rabbitmqConfig = ({ address, ports, tls, size }: RabbitmqConfig): string => `listeners.tcp = none
listeners.ssl.1 = ${address}:${ports.native}
ssl_options.cacertfile = ${tls.authority}
ssl_options.certfile = ${tls.certificate}
ssl_options.keyfile = ${tls.key}
ssl_options.verify = verify_none
ssl_options.fail_if_no_peer_cert = false
ssl_options.versions.1 = tlsv1.3
ssl_options.versions.2 = tlsv1.2
mqtt.listeners.tcp = none
mqtt.listeners.ssl.1 = ${address}:${ports.mqtt}
management.ssl.ip = ${address}
management.ssl.port = ${ports.ui}
management.ssl.cacertfile = ${tls.authority}
management.ssl.certfile = ${tls.certificate}
management.ssl.keyfile = ${tls.key}
log.console = true
log.console.level = info
log.file = false
vm_memory_high_watermark.absolute = ${Math.round(size.memoryMib * 0.6)}MB
disk_free_limit.absolute = 200MB
`;

/** How often its runtime forgets certificates that have changed; two minutes without it. */
const FORGET_MS = 10_000;

/** Room for files and connections. Without a limit, the runtime reserves memory for as many as the kernel allows. */
const MAX_PORTS = 65_536;

/** Arguments of the Erlang runtime: as many schedulers as the service has CPUs. */
export const runtimeArguments = ({ cpus }: ServiceSize): string => {
  const schedulers = Math.max(1, Math.round(cpus));
  return `+S ${schedulers}:${schedulers} +Q ${MAX_PORTS} -ssl ssl_pem_cache_clean ${FORGET_MS}`;
};

/** Bytes, since a quoted text has escapes. */
const erlangBinary = (value: string): string => `<<${[...Buffer.from(value)].join(',')}>>`;

/** Erlang terms. Read only until there is a user, so it can stay when the password changes. */
export const firstUserConfig = ({ user, password }: Credentials): string =>
  `[{rabbit, [{default_user, ${erlangBinary(user)}}, {default_pass, ${erlangBinary(password)}}]}].\n`;
