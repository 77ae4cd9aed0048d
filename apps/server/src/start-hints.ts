import type { Config } from '@notafter/config';

interface StartHint {
  readonly level: 'info' | 'warn';
  readonly text: string;
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);

/** Hints for the operator about settings that are not set. */
export const startHints = ({ http, mail, dataDir, product }: Config): StartHint[] => {
  const hints: StartHint[] = [];
  if (!isLoopback(http.host) && isLoopback(new URL(http.publicUrl).hostname)) {
    const text = `Other people cannot sign in: links and forms use ${http.publicUrl}. Set PUBLIC_URL to the URL that they open.`;
    hints.push({ level: 'warn', text });
  }
  if (http.publicUrl.startsWith('https:') && http.trustedProxies.length === 0) {
    const text = 'All visitors seem to come from the proxy and are throttled together. Add it to TRUSTED_PROXIES, e.g. 127.0.0.1.';
    hints.push({ level: 'warn', text });
  }
  if (mail.smtpUrl === null) {
    hints.push({ level: 'info', text: `SMTP_URL is not set: mail goes to ${dataDir}/outbox, and this log shows each link.` });
  }
  if (product.defaultPlan !== 'Self-hosted') {
    const text = 'New organizations start on a plan with limits. Set DEFAULT_PLAN=Self-hosted to run without limits and prices.';
    hints.push({ level: 'info', text });
  }
  return hints;
};
