import { type FakeEntry, startFakeCertspotter, startFakeCrtsh } from '@notafter/discovery/testing';
import { addMs, DAY_MS } from '@notafter/domain';
import { DEMO_ZONE, type DemoEndpoint, demoEndpoints, PRIVATE_AUTHORITY } from './demo-certificates.ts';

const shop = { daysLeft: 28, lifetimeDays: 90, authority: 'Google Trust Services' } as const;

/** Served below the demo's zone and not monitored: a discovery finds them. */
export const demoUnwatched: readonly DemoEndpoint[] = [
  { name: 'beta', daysLeft: 4, lifetimeDays: 90, authority: "Let's Encrypt" },
  { name: 'm.shop', ...shop },
  { name: 'checkout.shop', ...shop },
  { name: 'gifts.shop', ...shop },
  { name: 'media.shop', ...shop },
  { name: 'wiki', daysLeft: 85, lifetimeDays: 199, authority: 'DigiCert', extraNames: ['handbook'] },
  { name: 'handbook', daysLeft: 86, lifetimeDays: 199, authority: 'DigiCert' },
  { name: 'careers', daysLeft: 61, lifetimeDays: 90, authority: "Let's Encrypt" },
];

/** In the logs, but no longer served. */
const gone: readonly DemoEndpoint[] = [
  { name: 'old-crm', daysLeft: -12, lifetimeDays: 365, authority: 'Sectigo' },
  { name: 'campaign-2026', daysLeft: 33, lifetimeDays: 90, authority: "Let's Encrypt" },
];

export const demoGoneHosts: readonly string[] = gone.map(({ name }) => `${name}.${DEMO_ZONE}`);

const entryOf = ({ name, daysLeft, authority }: DemoEndpoint, now: Date): FakeEntry => ({
  names: [`${name}.${DEMO_ZONE}`],
  issuer: `C=US, O=${authority}, CN=${authority}`,
  notAfter: addMs(now, (daysLeft + 0.35) * DAY_MS),
});

export interface DemoLogs {
  readonly crtshUrl: string;
  readonly certspotterUrl: string;
  close(): Promise<void>;
}

/** Fakes of both certificate transparency services, so that the demo contacts no real ones. */
export const startDemoLogs = async (address: string, at: Date): Promise<DemoLogs> => {
  const now = () => new Date();
  const [crtsh, certspotter] = await Promise.all([startFakeCrtsh({ now, address }), startFakeCertspotter({ now, address })]);
  // Certificates of a private authority are in no log, and `handbook` is only in the certificate of `wiki`.
  const logged = [...demoEndpoints, ...demoUnwatched, ...gone].filter(
    ({ name, authority }) => authority !== PRIVATE_AUTHORITY && name !== 'handbook',
  );
  const entries = logged.map((endpoint) => entryOf(endpoint, at));
  crtsh.entries = entries;
  certspotter.entries = entries.filter((_, index) => index % 3 !== 0);
  return {
    crtshUrl: crtsh.url,
    certspotterUrl: certspotter.url,
    close: async () => {
      await Promise.all([crtsh.close(), certspotter.close()]);
    },
  };
};
