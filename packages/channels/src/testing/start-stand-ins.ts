import type { ChannelSettings, ChannelType } from '@notafter/domain';
import type { ChannelEndpoints } from '../endpoints.ts';
import { type Behavior, BehaviorPlan, type Mix } from './behaviors.ts';
import { createControl } from './control.ts';
import { startHttpStandIn } from './http-stand-in.ts';
import { type Received, type ReceivedCounts, ReceivedLog } from './received-log.ts';
import { settingsAt } from './settings.ts';
import { startSmtpStandIn } from './smtp-stand-in.ts';
import type { Vendor } from './vendor.ts';
import { createAlertmanager } from './vendors/alertmanager.ts';
import { googleChat } from './vendors/google-chat.ts';
import { createPagerduty } from './vendors/pagerduty.ts';
import { slack } from './vendors/slack.ts';
import { createSplunk } from './vendors/splunk.ts';
import { createStatuspage, type StandInIncident } from './vendors/statuspage.ts';
import { teams } from './vendors/teams.ts';
import { telegram } from './vendors/telegram.ts';
import { webhookWith } from './vendors/webhook.ts';
import { zapier } from './vendors/zapier.ts';

/** Signs webhooks unless the options say otherwise. */
export const STAND_IN_SIGNING_SECRET = `whsec_${Buffer.from('stand-in-signing-secret-32-bytes').toString('base64')}`;

export interface StandInsOptions {
  /** 0, the default: any free port. */
  readonly httpPort?: number;
  readonly smtpPort?: number;
  /** NDJSON of everything received. */
  readonly logFile?: string;
  /** Store everything received in memory, bodies too; on by default. */
  readonly keep?: boolean;
  /** Extracted from every body, stored or not; global. */
  readonly about?: RegExp;
  /** The pauses of slow responses. */
  readonly pieceMs?: number;
  /** Null: signatures are not verified, because every sender has a different secret. */
  readonly signingSecret?: string | null;
}

export interface StandIns {
  readonly httpPort: number;
  readonly smtpPort: number;
  readonly smtpUrl: string;
  readonly endpoints: ChannelEndpoints;
  /** Settings that point a channel to its stand-in. */
  readonly settings: Readonly<Record<ChannelType, ChannelSettings>>;
  readonly received: readonly Received[];
  readonly counts: ReadonlyMap<string, ReceivedCounts>;
  readonly incidents: readonly StandInIncident[];
  /** The behaviors of the next requests of a channel, in this order; `statuspage` counts as one. */
  behaveNext(channel: string, ...wanted: readonly Behavior[]): void;
  /** The random behaviors of all later requests, the same for the same seed. */
  mix(channel: string, mix: Mix, seed?: number): void;
  close(): Promise<void>;
}

/** Every receiver of alerts on 127.0.0.1: as strict as the vendors, with the requested behavior for each request. */
export const startStandIns = async (options: StandInsOptions = {}): Promise<StandIns> => {
  const { httpPort = 0, smtpPort = 0, logFile, keep = true, about, pieceMs = 20, signingSecret = STAND_IN_SIGNING_SECRET } = options;
  const log = new ReceivedLog({ keep, ...(about === undefined ? {} : { about }), ...(logFile === undefined ? {} : { file: logFile }) });
  const plans = new Map<string, BehaviorPlan>();
  const planOf = (channel: string): BehaviorPlan => {
    const plan = plans.get(channel) ?? new BehaviorPlan();
    plans.set(channel, plan);
    return plan;
  };
  const decide = (channel: string): Behavior => planOf(channel).decide();
  const statuspage = createStatuspage();
  const vendors = new Map<string, Vendor>([
    ['slack', slack],
    ['telegram', telegram],
    ['google-chat', googleChat],
    ['teams', teams],
    ['pagerduty', createPagerduty()],
    ['splunk', createSplunk()],
    ['zapier', zapier],
    ['webhook', webhookWith(signingSecret)],
    ['alertmanager', createAlertmanager()],
    ['statuspage', statuspage],
  ]);
  const http = await startHttpStandIn({ vendors, decide, log, pieceMs, port: httpPort, control: createControl(planOf, log) });
  const smtp = await startSmtpStandIn({ decide, log, pieceMs, port: smtpPort });
  const origin = `http://127.0.0.1:${http.port}`;
  return {
    httpPort: http.port,
    smtpPort: smtp.port,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    endpoints: {
      telegram: `${origin}/telegram`,
      pagerduty: `${origin}/pagerduty/v2/enqueue`,
      splunk: `${origin}/splunk/integrations/generic/20131114/alert`,
      statuspage: `${origin}/statuspage/v1`,
    },
    settings: settingsAt(origin),
    received: log.entries,
    counts: log.counts,
    incidents: statuspage.incidents,
    behaveNext: (channel, ...wanted) => planOf(channel).next(...wanted),
    mix: (channel, mix, seed) => planOf(channel).mix(mix, seed),
    close: async () => {
      await Promise.all([http.close(), smtp.close()]);
      log.close();
    },
  };
};
