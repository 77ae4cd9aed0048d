import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChannelSettings, ChannelType } from '@notafter/domain';
import { z } from 'zod';
import { NOTED } from './plan.ts';

const program = fileURLToPath(new URL('../../../../../packages/channels/src/testing/stand-ins.ts', import.meta.url));

const counts = z.record(z.string(), z.object({ taken: z.number() }));
const announced = z.object({
  httpPort: z.number(),
  smtpUrl: z.string(),
  endpoints: z.object({ telegram: z.string(), pagerduty: z.string(), splunk: z.string(), statuspage: z.string() }),
  settings: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Every receiver of alerts, in a process that outlives killed workers and ends with this one. */
export interface Receivers {
  /** The environment variables with which the program uses them. */
  readonly env: Readonly<Record<string, string>>;
  settingsOf(type: ChannelType): ChannelSettings;
  /** Number of accepted messages so far. */
  countTaken(): Promise<number>;
  /** The behavior from now on; an empty mix means no faults. */
  mix(types: readonly ChannelType[], mix: Readonly<Record<string, number>>, seed: number): Promise<void>;
  stop(): Promise<void>;
}

/** The channel's name in the counts of its stand-in. */
export const standInOf = (type: ChannelType): string => type.replace('_', '-');

export const startReceivers = async (logFile: string): Promise<Receivers> => {
  const child = spawn(process.execPath, [program, '--log', logFile, '--about', NOTED], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const { httpPort, smtpUrl, endpoints, settings } = announced.parse(JSON.parse(String(line)));
  return {
    env: {
      SMTP_URL: smtpUrl,
      TARGET_ALLOW: '127.0.0.0/8',
      TELEGRAM_API_URL: endpoints.telegram,
      PAGERDUTY_EVENTS_URL: endpoints.pagerduty,
      SPLUNK_ONCALL_URL: endpoints.splunk,
      STATUSPAGE_API_URL: endpoints.statuspage,
    },
    settingsOf: (type) => settings[type] ?? {},
    countTaken: async () => {
      const answer = await fetch(`http://127.0.0.1:${httpPort}/_counts`);
      return Object.values(counts.parse(await answer.json())).reduce((sum, { taken }) => sum + taken, 0);
    },
    mix: async (types, mix, seed) => {
      const body = JSON.stringify({ channels: types.map(standInOf), mix, seed });
      const answer = await fetch(`http://127.0.0.1:${httpPort}/_behave`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};
