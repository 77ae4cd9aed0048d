interface RequestHeaders {
  get(name: string): string | null;
}

/**
 * Whether a cookie-authenticated write comes from our own pages: `Sec-Fetch-Site: same-origin` or, where the browser
 * sends none (plain http beyond localhost, old browsers), an `Origin` equal to PUBLIC_URL's. Neither header: no.
 */
export const isSameSiteWrite = (headers: RequestHeaders, publicUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === new URL(publicUrl).origin;
};
