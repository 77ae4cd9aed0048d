/** The articles of help by the last part of their address; the first is at `/help` itself. */
export const articleSlugs = [
  '',
  'features',
  'troubleshooting',
  'api',
  'certificates',
  'channels',
  'analytics',
  'collectors',
  'transparency',
] as const;
export type ArticleSlug = (typeof articleSlugs)[number];

export const isArticle = (slug: string): slug is ArticleSlug => articleSlugs.some((one) => one === slug);

export const helpAddress = (slug: ArticleSlug): string => (slug === '' ? '/help' : `/help/${slug}`);

interface Topic {
  readonly label: string;
  readonly slug: ArticleSlug;
  /** Its articles, if it has several; the first is `slug`. */
  readonly tabs?: readonly { readonly slug: ArticleSlug; readonly label: string }[];
}

/** Spec 2 section 3. Its fifth topic is the page of the terms. */
export const topics: readonly Topic[] = [
  { label: 'Certificate Guide', slug: 'certificates' },
  { label: 'Channel Setup Guide', slug: 'channels' },
  { label: 'Analytics Guide', slug: 'analytics' },
  { label: 'Collector Guide', slug: 'collectors' },
  { label: 'Transparency Guide', slug: 'transparency' },
  {
    label: 'General Help',
    slug: '',
    tabs: [
      { slug: '', label: 'Getting Started' },
      { slug: 'features', label: 'Features' },
      { slug: 'troubleshooting', label: 'Troubleshooting' },
      { slug: 'api', label: 'API Reference' },
    ],
  },
];

export const topicOf = (slug: ArticleSlug): Topic | undefined =>
  topics.find((topic) => topic.slug === slug || topic.tabs?.some((tab) => tab.slug === slug) === true);

const screens: readonly (readonly [string, ArticleSlug])[] = [
  ['/certificates', 'certificates'],
  ['/trust-anchors', 'certificates'],
  ['/discovery', 'certificates'],
  ['/notifications', 'channels'],
  ['/analytics', 'analytics'],
  ['/collectors', 'collectors'],
  ['/transparency', 'transparency'],
  ['/services', 'features'],
  ['/settings', 'api'],
];

/** The address of the help for a screen. */
export const helpFor = (pathname: string): string => helpAddress(screens.find(([path]) => pathname.startsWith(path))?.[1] ?? '');
