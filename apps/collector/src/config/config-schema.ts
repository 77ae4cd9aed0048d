import { isIP } from 'node:net';
import { z } from 'zod';
import { isSafeUrl } from './is-safe-url.ts';

/** The unit of the service lets it write there. */
export const DEFAULT_DATA_DIR = '/var/lib/notafter-collector';

const MAX_ENTRIES = 500;
const MAX_TARGETS = 20_000;
const MAX_PORT = 65_535;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const unitsMs = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS } as const;

const isNetwork = (text: string): boolean => {
  const [, address = '', bits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
};

const network = z.string().refine(isNetwork, { error: 'Write an address or a range, such as 10.0.0.0/8 or fd00::/8.' });

const PORT_HELP = 'Write a port from 1 to 65535, or a range such as "9000-9100".';
const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= MAX_PORT;
const port = z
  .unknown()
  .transform((value): readonly [number, number] => {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(String(value)) ?? [];
    return [Number(first), Number(last)];
  })
  .refine(([first, last]) => isPort(first) && isPort(last) && first <= last, { error: PORT_HELP });

const INTERVAL_HELP = 'Write a time from 1m to 30d, such as 15m, 1h or 1d.';
const interval = z
  .unknown()
  .transform((value): number => {
    const [, count = '', unit] = /^(\d{1,5})\s*([mhd])$/.exec(String(value)) ?? [];
    return unit === 'm' || unit === 'h' || unit === 'd' ? Number(count) * unitsMs[unit] : 0;
  })
  .refine((ms) => ms >= MINUTE_MS && ms <= 30 * DAY_MS, { error: INTERVAL_HELP });

const DNS_HELP = 'Write an address such as 10.0.0.53, 10.0.0.53:5353 or [fd00::53]:53.';
const dnsServer = z.string().refine(
  (text) => {
    const [, bracketed, , plain] = /^(?:\[([^\]]+)\](:\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(text) ?? [];
    return isIP(bracketed ?? plain ?? text) !== 0;
  },
  { error: DNS_HELP },
);

const path = z.string().min(1).max(4_096);
const PASSWORD_HELP = 'Write { file: PATH } or { variable: NAME }.';
const password = z.union([z.strictObject({ file: path }), z.strictObject({ variable: z.string().min(1) })], { error: PASSWORD_HELP });

/** The collector's file as written. */
export const configSchema = z.strictObject({
  allow: z.strictObject({ networks: z.array(network).max(MAX_ENTRIES), ports: z.array(port).max(MAX_ENTRIES) }).optional(),
  targets: z.array(z.string()).max(MAX_TARGETS).default([]),
  acceptTargets: z.boolean().default(true),
  files: z
    .array(z.strictObject({ pattern: path, password: password.optional() }))
    .max(MAX_ENTRIES)
    .default([]),
  kubernetes: z
    .array(
      z.strictObject({
        kubeconfig: path,
        namespaces: z.union([z.literal('all'), z.array(z.string().min(1)).min(1)], { error: 'Write all, or a list of namespaces.' }),
        labelSelector: z.string().min(1).optional(),
      }),
    )
    .max(MAX_ENTRIES)
    .default([]),
  interval: interval.default(unitsMs.h),
  server: z.string().refine(isSafeUrl, { error: 'Write an address that begins with https://.' }).optional(),
  dataDir: path.default(DEFAULT_DATA_DIR),
  dnsServers: z.array(dnsServer).max(20).default([]),
  caFile: path.optional(),
});
