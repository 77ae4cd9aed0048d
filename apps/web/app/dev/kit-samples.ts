import { addMs, DAY_MS } from '@notafter/domain';

export const KIT_NOW = new Date('2026-11-20T09:36:00Z');

export interface Sample {
  readonly domain: string;
  readonly issuer: string;
  readonly days: number;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const sample = (domain: string, issuer: string, days: number): Sample => {
  const notAfter = addMs(KIT_NOW, days * DAY_MS);
  return { domain, issuer, days, notBefore: addMs(notAfter, -90 * DAY_MS), notAfter };
};

export const samples: readonly Sample[] = [
  sample('legacy.harborline.example', 'DigiCert', -3),
  sample('mail.harborline.example', "Let's Encrypt", 2),
  sample('a-name-that-is-longer-than-its-column.shop.harborline.example', 'Google Trust Services', 19),
  sample('www.harborline.example', 'Cloudflare', 64),
];
