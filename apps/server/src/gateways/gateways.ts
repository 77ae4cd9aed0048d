import { readFile } from 'node:fs/promises';
import type { Config } from '@notafter/config';
import type { Gateways, Log } from '@notafter/domain';
import { createMailer } from '@notafter/mail';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { createProber } from '@notafter/tls';
import { createAvatarFetcher, noImages } from './avatar-fetcher.ts';

const DNS_TIMEOUT_MS = 3000;

/** The outside world behind the interfaces that features know, with what has to be closed at the end. */
export const openGateways = async (config: Config, log: Log): Promise<{ gateways: Gateways; close: () => Promise<void> }> => {
  const { outbound } = config;
  const extraCaPem = outbound.extraCaFile === null ? undefined : await readFile(outbound.extraCaFile, 'utf8');
  const extraCa = extraCaPem === undefined ? {} : { extraCaPem };
  const prober = createProber({ dnsServers: outbound.dnsServers, targetAllow: outbound.targetAllow, ...extraCa });
  const guard = createGuard(
    createResolver({ servers: outbound.dnsServers, timeoutMs: DNS_TIMEOUT_MS }),
    createAddressPolicy({ allow: outbound.targetAllow }),
  );
  const images = outbound.externalImages ? createAvatarFetcher(createGuardedFetch({ guard, ...extraCa }), log) : noImages;
  const mailer = createMailer({ smtpUrl: config.mail.smtpUrl, mailFrom: config.mail.from, dataDir: config.dataDir, log });
  return {
    gateways: { prober, mailer, images },
    close: async () => {
      mailer.close();
      await prober.close();
    },
  };
};
