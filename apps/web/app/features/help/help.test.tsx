import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { navigationGroups } from '../../shell/navigation.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { readArticle, searchHelp } from './articles.server.ts';
import { HelpScreen } from './help-screen.tsx';
import { type ArticleSlug, articleSlugs, helpAddress, helpFor } from './topics.ts';

const URL_OF_SERVER = 'https://certs.example.com';
const htmlOf = (slug: ArticleSlug): string =>
  readArticle(slug, URL_OF_SERVER)
    .sections.map(({ html }) => html)
    .join('\n');

afterEach(clearScreen);

describe('the articles', () => {
  it.each(articleSlugs)('%s has a title, text, no open figure, and a heading once', (slug) => {
    const { title, sections } = readArticle(slug, URL_OF_SERVER);
    expect(title).not.toBe('');
    expect(sections.length).toBeGreaterThan(3);
    expect(htmlOf(slug)).not.toMatch(/\{\{|undefined|NaN/);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  });

  it.each(articleSlugs)('%s links to screens, articles and headings that exist', (slug) => {
    const tabs = ['/analytics/readiness', '/analytics/cryptography', '/analytics/report', '/settings?tab=2'];
    const screens = navigationGroups.flatMap(({ links }) => links.map(({ to }) => to));
    const known = new Set([...screens, ...tabs, '/v1/docs', '/v1/openapi.json']);
    for (const [, to = ''] of htmlOf(slug).matchAll(/href="([^"]*)"/g)) {
      const [path = '', hash] = to.split('#');
      const article = articleSlugs.find((one) => helpAddress(one) === path);
      if (hash !== undefined) expect(article === undefined ? [] : readArticle(article, '').sections.map(({ id }) => id)).toContain(hash);
      expect([to, article !== undefined || known.has(path)]).toEqual([to, true]);
    }
  });

  it('say the figures of the product', () => {
    expect(htmlOf('certificates')).toContain('<td>8 to 30</td>');
    expect(htmlOf('analytics')).toContain('40 points for each expired certificate, 25 for each critical one (7 days or fewer)');
    expect(htmlOf('analytics')).toContain('100 less 30 for each expired, 15 for each critical and 5 for each certificate with a warning');
    expect(htmlOf('channels')).toContain('30, 14, 7, and 1');
    expect(htmlOf('api')).toContain(`${URL_OF_SERVER}/v1/certificates`);
  });

  it('have a page for each screen', () => {
    expect(helpFor('/certificates/0198')).toBe('/help/certificates');
    expect(helpFor('/notifications')).toBe('/help/channels');
    expect(helpFor('/analytics')).toBe('/help/analytics');
    expect(helpFor('/collectors/0198')).toBe('/help/collectors');
    expect(helpFor('/transparency/0198')).toBe('/help/transparency');
    expect(helpFor('/users')).toBe('/help');
  });
});

describe('a search', () => {
  const found = (search: string) => searchHelp(search, URL_OF_SERVER).map(({ slug, id }) => `${slug}#${id}`);

  it('finds sections that have every word, headings first', () => {
    expect(found('TELEGRAM bot')).toEqual(['channels#telegram']);
    expect(found('slack')[0]).toBe('channels#slack');
    expect(found('telegram wildcard')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  it('shows the words around, as text', () => {
    const [hit] = searchHelp('webhook-signature', URL_OF_SERVER);
    expect(hit?.excerpt).toContain('webhook-signature before you act on a message.');
    expect(hit?.excerpt).not.toMatch(/[<>]|&\w+;/);
    for (const { excerpt } of searchHelp('a', URL_OF_SERVER)) expect(excerpt.length).toBeLessThan(200);
  });
});

describe('the screen', () => {
  const open = (slug: ArticleSlug, search?: string) =>
    renderAppScreen(
      <HelpScreen
        slug={slug}
        article={readArticle(slug, URL_OF_SERVER)}
        hits={search === undefined ? null : searchHelp(search, URL_OF_SERVER)}
      />,
      { at: `${helpAddress(slug)}${search === undefined ? '' : `?q=${search}`}`, path: '/help/:article?' },
    );

  it('has the topics of the specification, and the tabs of General Help', async () => {
    open('');
    const topics = within(await screen.findByRole('navigation', { name: 'Help topics' }));
    expect(topics.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Certificate Guide',
      'Channel Setup Guide',
      'Analytics Guide',
      'Collector Guide',
      'Transparency Guide',
      'General Help',
      'Terms & Conditions',
    ]);
    expect(topics.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('target')).toBe('_blank');
    expect(topics.getByRole('link', { name: 'General Help' }).getAttribute('aria-current')).toBe('page');
    const tabs = within(screen.getByRole('navigation', { name: 'General Help' }));
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Getting Started',
      'Features',
      'Troubleshooting',
      'API Reference',
    ]);
  });

  it('follows a link of an article without a full load', async () => {
    open('');
    fireEvent.click(await screen.findByRole('link', { name: 'Certificates' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('shows what a search found, or that nothing was', async () => {
    open('channels', 'telegram');
    const hits = within(await screen.findByRole('list', { name: 'Search results' }));
    expect(hits.getAllByRole('link')[0]?.getAttribute('href')).toBe('/help/channels#telegram');
    clearScreen();
    open('channels', 'zzz');
    expect(await screen.findByText('Nothing about “zzz”')).toBeTruthy();
  });
});
