import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';

interface SecurityHeadersOptions {
  readonly https: boolean;
  /** Vite's hot reload needs a web socket and inline styles; never outside of development. */
  readonly development: boolean;
}

/** Sets the fixed headers of every response, with a nonce-based content security policy. */
export const securityHeaders = ({ https, development }: SecurityHeadersOptions): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: development ? [NONCE, "'self'"] : [NONCE, "'strict-dynamic'"],
      styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      // Mantine's server-rendered style attributes; an attribute cannot load anything.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: https ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  });
