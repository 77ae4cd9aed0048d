import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createIdentityProviders } from '@notafter/auth';
import { createChannels } from '@notafter/channels';
import type { Config } from '@notafter/config';
import { createDiscoverySources } from '@notafter/discovery';
import type { ClientRules, Gateways, Log } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { unpackCertificates } from '@notafter/keystores';
import { createMailer } from '@notafter/mail';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { createDomainRecords, createPreflight, createRenewalInfoClient } from '@notafter/preflight';
import { certificateReader, createProber, createTrustStore, parsePemBundle, probeKeyTypes, renewalIdOf } from '@notafter/tls';
import { createLinter } from '@notafter/tls/lint';
import { explained } from '../start-error.ts';
import { createImageFetcher, noImages } from './image-fetcher.ts';
import { openServiceGateways } from './services.ts';
import { createStripePayments } from './stripe-payments.ts';
import { openTransparency } from './transparency.ts';

const DNS_TIMEOUT_MS = 3000;

/** Read once, at start, so that a file without certificates fails there and not at the first check. */
const readRoots = (file: string): Promise<string> =>
  explained('EXTRA_CA_FILE is not usable. Set it to a PEM file of root certificates, or unset it.', async () => {
    const pem = await readFile(file, 'utf8');
    if (parsePemBundle(pem).length === 0) throw new Error(`${file} contains no certificate.`);
    return pem;
  });

const readLogListKey = (file: string): Promise<string> =>
  explained('CT_LOG_LIST_KEY_FILE is not usable. Set it to a PEM file of a public key, or unset it.', async () => {
    const pem = await readFile(file, 'utf8');
    createPublicKey(pem);
    return pem;
  });

/** Implements the interfaces of features with the outside world; returns a function that closes everything. */
export const openGateways = async (
  config: Config,
  log: Log,
  clientRules: ClientRules = clientTable,
): Promise<{ gateways: Gateways; close: () => Promise<void> }> => {
  const { outbound } = config;
  const extraCaPem = outbound.extraCaFile === null ? undefined : await readRoots(outbound.extraCaFile);
  const extraCa = extraCaPem === undefined ? {} : { extraCaPem };
  const policy = await explained('TARGET_ALLOW is invalid:', () => createAddressPolicy({ allow: outbound.targetAllow }));
  const webhookPolicy = await explained('WEBHOOK_ALLOW is invalid:', () => createAddressPolicy({ allow: outbound.webhookAllow }));
  const resolver = await explained('DNS_SERVERS must be a comma-separated list of ip or ip:port.', () =>
    createResolver({ servers: outbound.dnsServers, timeoutMs: DNS_TIMEOUT_MS }),
  );
  const { dnsServers, targetAllow, crlCheck } = outbound;
  const lifetimes = clientRules.lifetimes.limits;
  const prober = createProber({ dnsServers, targetAllow, crlCheck, lifetimes, ctLogKeys: clientRules.ctLogs.keys, ...extraCa });
  const guard = createGuard(resolver, policy);
  const guardedFetch = createGuardedFetch({ guard, ...extraCa });
  const discovery = createDiscoverySources({ probe: (target) => prober.probe(target), guardedFetch, dnsServers, ...config.discovery });
  const { rdapBootstrapUrl } = config.renewal;
  const renewalPreflight = createPreflight({
    dnsServers,
    bootstrapUrl: rdapBootstrapUrl,
    probeChains: (endpoint) => probeKeyTypes((target) => prober.probe(target), endpoint),
  });
  const renewalInfo = createRenewalInfoClient({ fetch: guardedFetch, renewalIdOf, now: () => new Date() });
  const images = outbound.externalImages ? createImageFetcher(guardedFetch, log) : noImages;
  const mailer = createMailer({ smtpUrl: config.mail.smtpUrl, mailFrom: config.mail.from, dataDir: config.dataDir, log });
  const channelFetch = createGuardedFetch({ guard: createGuard(resolver, webhookPolicy), ...extraCa });
  const { channels, eventPosts, statusPages } = createChannels({
    guardedFetch: channelFetch,
    sendMail: mailer.send,
    endpoints: config.channels,
  });
  const { transparency: ct } = config;
  const transparency = openTransparency({
    config: ct,
    discovery: config.discovery,
    logListKey: ct.logListKeyFile === null ? null : await readLogListKey(ct.logListKeyFile),
    fetch: guardedFetch,
    records: createDomainRecords({ dnsServers }),
  });
  const identityProviders = createIdentityProviders({ clients: config.identityProviders, guardedFetch });
  return {
    gateways: {
      prober,
      linter: createLinter(createTrustStore(extraCa), lifetimes),
      certificateReader: { ...certificateReader, unpack: unpackCertificates },
      mailer,
      images,
      channels,
      eventPosts,
      statusPages,
      payments: createStripePayments(config.billing),
      identityProviders,
      discovery,
      renewalPreflight,
      renewalInfo,
      services: await openServiceGateways(config, log, extraCaPem === undefined ? [] : [extraCaPem]),
      transparency,
    },
    close: async () => {
      mailer.close();
      await prober.close();
    },
  };
};
