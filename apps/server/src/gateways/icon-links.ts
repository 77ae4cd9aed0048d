/** A page with more links is abusive. */
const MAX_LINKS = 50;
const WANTED_SIDE = 32;
const APPLE_SIDE = 180;

const linkTag = /<link\b([^<>]{1,1000})>/gi;
const attribute = /([a-z-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi;

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(attribute)].map(([, name = '', ...values]) => [name.toLowerCase(), values.join('').replaceAll('&amp;', '&')]));

/** The size that a link declares, in pixels. */
const sideOf = (rel: readonly string[], sizes: string): number => {
  const stated = /^(\d{1,4})x\d/i.exec(sizes)?.[1];
  if (stated !== undefined) return Number(stated);
  return rel.includes('icon') ? WANTED_SIDE : APPLE_SIDE;
};

/** Small icons that must be enlarged rank after large ones. */
const distance = (side: number): number => (side < WANTED_SIDE ? 10_000 - side : side - WANTED_SIDE);

/** Returns the icons that a page links, the best size for a row first; http(s) only, and no declared SVG. */
export const iconLinksOf = (html: string, pageUrl: string): string[] => {
  const links = [...html.matchAll(linkTag)].slice(0, MAX_LINKS).flatMap(([, tag = '']) => {
    const attributes = attributesOf(tag);
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (!rel.includes('icon') && !rel.includes('apple-touch-icon')) return [];
    const url = URL.parse(attributes.get('href') ?? '', pageUrl);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    if (attributes.get('type')?.includes('svg') || url.pathname.endsWith('.svg')) return [];
    return [{ href: url.href, far: distance(sideOf(rel, attributes.get('sizes') ?? '')) }];
  });
  return [...new Set(links.toSorted((one, other) => one.far - other.far).map(({ href }) => href))];
};
