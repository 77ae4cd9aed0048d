import type { ServiceSize } from '@notafter/domain';

interface Influxdb1Config {
  readonly data: string;
  readonly size: ServiceSize;
  /** HTTPS for clients; or a socket, with HTTP on loopback beside it, which can't be turned off. */
  readonly listener: { readonly bind: string; readonly certificate: string; readonly key: string } | { readonly socket: string };
}

const MIB = 1024 * 1024;
const text = (value: string): string => JSON.stringify(value);

const listenerLines = (listener: Influxdb1Config['listener']): string =>
  'socket' in listener
    ? `bind-address = "127.0.0.1:0"
unix-socket-enabled = true
bind-socket = ${text(listener.socket)}`
    : `bind-address = ${text(listener.bind)}
https-enabled = true
https-certificate = ${text(listener.certificate)}
https-private-key = ${text(listener.key)}`;

/** The configuration of InfluxDB 1: sign-in always, and no listener but one that a client could reach. */
export const influxdb1Config = ({ data, size, listener }: Influxdb1Config): string => `reporting-disabled = true
# For backups by the engine's own protocol: loopback, any port.
bind-address = "127.0.0.1:0"

[meta]
dir = ${text(`${data}/meta`)}

[data]
dir = ${text(`${data}/data`)}
wal-dir = ${text(`${data}/wal`)}
query-log-enabled = false
cache-max-memory-size = ${Math.round(size.memoryMib / 4) * MIB}

[http]
auth-enabled = true
log-enabled = false
${listenerLines(listener)}
`;
