import {
  AUTOMATED_LIFE_DAYS,
  CRITICAL_MAX_DAYS,
  defaultCostAssumptions,
  escapeHtml,
  healthPoints,
  IMPORT_LINES_MAX,
  plans,
  REFUSED_SOON_DAYS,
  riskPoints,
  WARNING_MAX_DAYS,
} from '@notafter/domain';
import { Marked } from 'marked';
import type { ArticleSlug } from './topics.ts';
import { articleSlugs } from './topics.ts';

const files = import.meta.glob<string>('./articles/*.md', { query: '?raw', import: 'default', eager: true });
const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true });
const PICTURE_SIZE = { width: 1280, height: 800 };
const fileOf = (slug: ArticleSlug): string => `./articles/${slug === '' ? 'getting-started' : slug}.md`;

export interface HelpSection {
  /** For links to it; empty before the first heading. */
  readonly id: string;
  readonly heading: string;
  readonly html: string;
}

export interface HelpArticle {
  readonly title: string;
  readonly sections: readonly HelpSection[];
}

export interface HelpHit {
  readonly slug: ArticleSlug;
  readonly article: string;
  readonly id: string;
  readonly heading: string;
  /** The words around the first one that was found. */
  readonly excerpt: string;
}

const number = (value: number): string => value.toLocaleString('en-US');

/** The figures in the articles, from where the product takes them. */
const figures = {
  automatedDays: AUTOMATED_LIFE_DAYS,
  criticalDays: CRITICAL_MAX_DAYS,
  criticalMore: CRITICAL_MAX_DAYS + 1,
  warningDays: WARNING_MAX_DAYS,
  importLines: number(IMPORT_LINES_MAX),
  refusalDays: REFUSED_SOON_DAYS,
  alertDays: new Intl.ListFormat('en-US').format(plans.Enterprise.alertDays.map(String)),
  riskExpired: riskPoints.expired,
  riskCritical: riskPoints.critical,
  riskWarning: riskPoints.warning,
  healthExpired: healthPoints.expired,
  healthCritical: healthPoints.critical,
  healthWarning: healthPoints.warning,
  wildcardUsd: defaultCostAssumptions.wildcardGroup,
  domainUsd: defaultCostAssumptions.extraDomain,
};

const filledIn = (source: string, publicUrl: string): string => {
  const values = new Map<string, unknown>(Object.entries({ ...figures, publicUrl }));
  return source.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`Help has no figure ${name}.`);
    return String(value);
  });
};

const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const marked = new Marked({ gfm: true });

/** Both schemes are there, and the style sheet shows one. A picture that is not shown is not loaded. */
marked.use({
  renderer: {
    image: ({ href: name, text }) =>
      ['dark', 'light']
        .map((scheme) => {
          const source = pictures[`./pictures/${name}-${scheme}.webp`];
          if (source === undefined) throw new Error(`Help has no picture ${name}-${scheme}.webp.`);
          const { width, height } = PICTURE_SIZE;
          return `<img data-scheme="${scheme}" src="${source}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
        })
        .join(''),
  },
});

/** The article as HTML of our own text, divided at its headings. */
const parseArticle = (slug: ArticleSlug, publicUrl: string): HelpArticle => {
  const source = files[fileOf(slug)];
  if (source === undefined) throw new Error(`Help has no article ${fileOf(slug)}.`);
  const [title = '', ...parts] = filledIn(source, publicUrl)
    .split(/^#{1,2} (.*)$/m)
    .slice(1);
  const headings = ['', ...parts.filter((_part, index) => index % 2 === 1)];
  const bodies = parts.filter((_part, index) => index % 2 === 0);
  const sections = headings.map((heading, index) => ({
    ...{ id: idOf(heading), heading, html: marked.parse(bodies[index] ?? '', { async: false }) },
  }));
  return { title, sections };
};

const parsed = new Map<string, HelpArticle>();

/** Parsed once: a server has one URL, and a search reads every article. */
export const readArticle = (slug: ArticleSlug, publicUrl: string): HelpArticle => {
  const key = `${publicUrl} ${slug}`;
  const article = parsed.get(key) ?? parseArticle(slug, publicUrl);
  parsed.set(key, article);
  return article;
};

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const textOf = (html: string): string =>
  html
    .replace(/<\/?(?:a|strong|em|code)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const BEFORE = 60;
const EXCERPT = 180;

const excerptOf = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word);
  const start = at < BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trimEnd()}${end < text.length ? ' …' : ''}`;
};

/** The sections that have every word of the search, those with a word in the heading first. */
export const searchHelp = (search: string, publicUrl: string): readonly HelpHit[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const hits = articleSlugs.flatMap((slug) => {
    const { title, sections } = readArticle(slug, publicUrl);
    return sections.flatMap(({ id, heading, html }) => {
      const text = textOf(html);
      const head = `${title} ${heading}`.toLowerCase();
      const whole = `${head} ${text.toLowerCase()}`;
      if (!words.every((word) => whole.includes(word))) return [];
      const hit: HelpHit = { slug, article: title, id, heading: heading === '' ? title : heading, excerpt: excerptOf(text, first) };
      return [{ hit, isInHeading: words.some((word) => heading.toLowerCase().includes(word)) }];
    });
  });
  return hits.toSorted((a, b) => Number(b.isInHeading) - Number(a.isInHeading)).map(({ hit }) => hit);
};
