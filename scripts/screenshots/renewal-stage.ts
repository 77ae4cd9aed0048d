import { X509Certificate } from 'node:crypto';
import { DEMO_ZONE } from '../../apps/server/src/dev/demo-certificates.ts';
import { addMs, HOUR_MS, type RenewalInfoAnswer, renewalOpensAt } from '../../packages/domain/src/index.ts';
import { askRenewalInfos, planRenewalInfos, type SystemContext } from '../../packages/features/src/index.ts';

/** Hosts whose CA answers in another way than with an ordinary window. */
const ASKED_NOW = `auth.${DEMO_ZONE}`;
const FAILING = `shop.${DEMO_ZONE}`;

const answerAbout = (pem: string): RenewalInfoAnswer => {
  const { subjectAltName = '', validFromDate, validToDate } = new X509Certificate(pem);
  if (subjectAltName.includes(FAILING)) return { kind: 'failed', reason: 'The CA answered HTTP 503.', retryAfterMs: null, isOfCa: false };
  const isAsked = subjectAltName.includes(ASKED_NOW);
  const end = isAsked ? addMs(new Date(), -HOUR_MS) : renewalOpensAt({ notBefore: validFromDate, notAfter: validToDate });
  return {
    kind: 'read',
    window: { start: addMs(end, -48 * HOUR_MS), end },
    explanationUrl: isAsked ? 'https://status.letsencrypt.org/' : null,
    retryAfterMs: null,
  };
};

/** Stores what CAs would say about the certificates of the demo organization, without asking them. */
export const seedRenewalInfos = async (system: SystemContext): Promise<void> => {
  const ago = { ...system, clock: { now: () => addMs(new Date(), -HOUR_MS) } };
  await planRenewalInfos(ago);
  const renewalInfo = { ask: async (_directory: string, pem: string) => answerAbout(pem) };
  const ctx = { ...system, gateways: { ...system.gateways, renewalInfo } };
  for (const { directory } of system.config.clientRules.renewalInfo) await askRenewalInfos(ctx, { directory }, { paceMs: 0 });
};
