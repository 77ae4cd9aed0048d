import { createServer } from 'node:http';
import { freePort } from '@notafter/net/testing';
import { closeServer } from '../listen.ts';

export interface CheckoutStandIn {
  /** The operator's settings for all six checkouts, the portal and the webhook. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const WEBHOOK_SECRET = 'whsec_of_the_journeys';

const CLOSE_MS = 1000;

/** A hosted checkout: a page of another site that links back as configured with the provider. */
export const startCheckout = async (siteUrl: () => string): Promise<CheckoutStandIn> => {
  const port = await freePort();
  const server = createServer((_request, response) => {
    const site = siteUrl();
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Checkout</title><a href="${site}/billing/success">Pay</a> <a href="${site}/billing/cancel">Leave</a>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const links = ['ESSENTIALS', 'TEAM', 'ENTERPRISE'].flatMap((plan) =>
    ['MONTHLY', 'ANNUAL'].map(
      (period) => [`STRIPE_LINK_${plan}_${period}`, `http://127.0.0.1:${port}/${plan}_${period}`.toLowerCase()] as const,
    ),
  );
  return {
    env: {
      ...Object.fromEntries(links),
      STRIPE_PORTAL_URL: `http://127.0.0.1:${port}/portal`,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    close: () => closeServer(server, CLOSE_MS),
  };
};
