interface RequestHeaders {
  get(name: string): string | null;
}

/**
 * Returns whether a cookie-authenticated write comes from our own pages: `Sec-Fetch-Site: same-origin` or, if the browser
 * does not send it (plain http beyond localhost, old browsers), an `Origin` equal to PUBLIC_URL's. Neither header: false.
 */
export const isSameSiteWrite = (headers: RequestHeaders, publicUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === new URL(publicUrl).origin;
};
