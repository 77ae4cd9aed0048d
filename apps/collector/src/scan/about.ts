import { hostname } from 'node:os';
import type { CollectorAbout } from '@notafter/domain';
import { type CollectorConfig, portText } from '../config/config.ts';
import { version } from '../version.ts';
import { lineOf } from './watched-item.ts';

/** Returns what a bundle says of its collector. */
export const aboutOf = ({ allow, intervalMs }: CollectorConfig, mode: CollectorAbout['mode']): CollectorAbout => ({
  version,
  host: lineOf(hostname(), 253),
  intervalSeconds: Math.round(intervalMs / 1_000),
  mode,
  networks: allow.networks,
  ports: allow.ports.map(portText),
});
