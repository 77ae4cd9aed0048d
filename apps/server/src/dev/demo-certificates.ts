/** The certificate of one endpoint of the demo organization, relative to today. */
export interface DemoEndpoint {
  /** Below `harborline.example`. */
  readonly name: string;
  readonly daysLeft: number;
  readonly lifetimeDays: number;
  readonly authority: DemoAuthority;
  readonly environment?: 'Production' | 'Staging';
  /** `self-signed`, `wrong-host`: served that way. `unreachable`: served once, then refused. `long-chain`: six intermediates. */
  readonly fault?: 'self-signed' | 'wrong-host' | 'unreachable' | 'long-chain';
  readonly extraNames?: readonly string[];
  /** The name whose key it has too. */
  readonly keyOf?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

export const demoAuthorities = ["Let's Encrypt", 'DigiCert', 'Google Trust Services', 'Sectigo', 'Harborline Internal'] as const;
export type DemoAuthority = (typeof demoAuthorities)[number];
/** The organization's own: nobody else trusts it. */
export const PRIVATE_AUTHORITY = 'Harborline Internal' satisfies DemoAuthority;

const platform = { team: 'Platform', owner: 'Maren Voss', source: 'cert-manager' };
const web = { team: 'Web', owner: 'Jonas Reyes' };
const le = { authority: "Let's Encrypt", lifetimeDays: 90 } as const;
const live = { ...le, environment: 'Production' } as const;
const staging = { ...le, environment: 'Staging' } as const;

/** Forty endpoints that show every state of a list. */
export const demoEndpoints: readonly DemoEndpoint[] = [
  { name: 'legacy', daysLeft: -3, lifetimeDays: 365, authority: 'DigiCert', environment: 'Production', tags: { owner: 'Ilse Brandt' } },
  { name: 'old-intranet', daysLeft: -41, lifetimeDays: 365, authority: 'Harborline Internal', fault: 'self-signed' },
  { ...live, name: 'mail', daysLeft: 2, tags: platform },
  { name: 'vpn', daysLeft: 6, lifetimeDays: 200, authority: 'Sectigo', tags: platform },
  {
    ...live,
    name: 'api',
    daysLeft: 14,
    tags: platform,
    extraNames: ['api-eu', 'api-us', 'auth', 'hooks', 'events', 'search', 'graph', 'partners', 'billing', 'v2.api', 'v3.api'],
  },
  { ...staging, name: 'grafana.ops', daysLeft: 19, tags: platform },
  { name: 'shop', daysLeft: 28, lifetimeDays: 90, authority: 'Google Trust Services', environment: 'Production', tags: web },
  { ...staging, name: 'edge-7', daysLeft: 42, fault: 'unreachable' },
  { name: 'edge-9', daysLeft: 4, lifetimeDays: 90, authority: "Let's Encrypt", fault: 'unreachable' },
  { name: 'payments', daysLeft: 123, lifetimeDays: 199, authority: 'DigiCert', environment: 'Production', tags: { ...web, pci: 'yes' } },
  { name: 'vault.int', daysLeft: 571, lifetimeDays: 730, authority: 'Harborline Internal', fault: 'long-chain', tags: platform },
  { name: 'files.int', daysLeft: 88, lifetimeDays: 365, authority: 'Harborline Internal', fault: 'self-signed' },
  { ...live, name: 'partners', daysLeft: 55, fault: 'wrong-host' },
  { ...live, name: 'www', daysLeft: 64, extraNames: ['harborline-www'], tags: web },
  { ...live, name: 'cdn', daysLeft: 71, tags: web },
  { ...live, name: 'assets', daysLeft: 66, tags: web },
  { ...live, name: 'blog', daysLeft: 58, tags: web },
  { ...live, name: 'status', daysLeft: 80 },
  { ...live, name: 'auth', daysLeft: 61, tags: platform },
  { ...live, name: 'sso', daysLeft: 62, tags: platform },
  { ...live, name: 'git', daysLeft: 47, tags: platform },
  { ...live, name: 'registry', daysLeft: 49, tags: platform },
  { ...live, name: 'ci', daysLeft: 51, tags: platform },
  { ...live, name: 'docs', daysLeft: 74, tags: web },
  { ...live, name: 'support', daysLeft: 69 },
  { ...live, name: 'chat', daysLeft: 77 },
  { ...live, name: 'calendar', daysLeft: 82 },
  { ...live, name: 'hooks', daysLeft: 44, tags: platform },
  { ...live, name: 'events', daysLeft: 46, tags: platform },
  { ...live, name: 'search', daysLeft: 53 },
  { ...staging, name: 'api.staging', daysLeft: 37, tags: platform },
  { ...staging, name: 'www.staging', daysLeft: 39, tags: web },
  { ...staging, name: 'shop.staging', daysLeft: 40, tags: web, keyOf: 'shop' },
  { ...staging, name: 'auth.staging', daysLeft: 36, tags: platform },
  { name: 'img', daysLeft: 84, lifetimeDays: 90, authority: 'Google Trust Services', environment: 'Production', tags: web },
  { name: 'maps', daysLeft: 79, lifetimeDays: 90, authority: 'Google Trust Services', environment: 'Production' },
  { name: 'erp.int', daysLeft: 310, lifetimeDays: 398, authority: 'Sectigo' },
  { name: 'crm.int', daysLeft: 182, lifetimeDays: 398, authority: 'Sectigo' },
  { name: 'warehouse.int', daysLeft: 240, lifetimeDays: 398, authority: 'DigiCert' },
  { name: 'short', daysLeft: 5, lifetimeDays: 6, authority: "Let's Encrypt", environment: 'Staging', tags: platform },
];

export const DEMO_ZONE = 'harborline.example';
