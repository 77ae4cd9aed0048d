import type { Config } from '@notafter/config';

interface StartHint {
  readonly level: 'info' | 'warn';
  readonly text: string;
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);

/** What somebody who just started this has to know of settings they did not make. */
export const startHints = ({ http, mail, dataDir, product }: Config): StartHint[] => {
  const hints: StartHint[] = [];
  if (!isLoopback(http.host) && isLoopback(new URL(http.publicUrl).hostname)) {
    const text = `Others cannot sign in: links and forms are for ${http.publicUrl}. Set PUBLIC_URL to the address that they type.`;
    hints.push({ level: 'warn', text });
  }
  if (http.publicUrl.startsWith('https:') && http.trustedProxies.length === 0) {
    const text = 'All visitors look like the proxy and are throttled together. Name it in TRUSTED_PROXIES, e.g. 127.0.0.1.';
    hints.push({ level: 'warn', text });
  }
  if (mail.smtpUrl === null) {
    hints.push({ level: 'info', text: `No SMTP_URL: mail goes to ${dataDir}/outbox, and this log shows each link.` });
  }
  if (product.defaultPlan !== 'Self-hosted') {
    const text = 'New organisations start on a plan with limits. Set DEFAULT_PLAN=Self-hosted to run without limits or prices.';
    hints.push({ level: 'info', text });
  }
  return hints;
};
