/** How a person names a status page: by its ID or its public address. */
export type PageAddress = { readonly id: string } | { readonly host: string };

const idPattern = /^[a-z0-9]{8,32}$/i;

/**
 * `https://manage.statuspage.io/pages/<id>`, the bare id, or the public address (`https://acme.statuspage.io`,
 * `status.acme.com`). Null for anything else. Only the ID or the host matters; the address is never called.
 */
export const parsePageAddress = (text: string): PageAddress | null => {
  const trimmed = text.trim();
  if (idPattern.test(trimmed)) return { id: trimmed };
  const url = URL.parse(trimmed.includes('://') ? trimmed : `https://${trimmed}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const segments = url.pathname.split('/');
  const id = segments[segments.indexOf('pages') + 1] ?? '';
  if (segments.includes('pages')) return idPattern.test(id) ? { id } : null;
  return url.hostname.includes('.') ? { host: url.hostname.replace(/\.$/, '') } : null;
};
