import { Box, Stack, Text, Title } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Item, ItemList } from '../../ui/item-list/item-list.tsx';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { WithSideNav } from '../../ui/side-nav/side-nav.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { HelpArticle, HelpHit } from './articles.server.ts';
import css from './help.module.css';
import { type ArticleSlug, helpAddress, topicOf, topics } from './topics.ts';

export const HELP_SEARCH_MAX = 100;

interface HelpScreenProps {
  readonly slug: ArticleSlug;
  readonly article: HelpArticle;
  /** Null without a search. */
  readonly hits: readonly HelpHit[] | null;
}

/** Help: topics beside the article, a search over all of them. The address names the article and the search. */
export function HelpScreen({ slug, article, hits }: HelpScreenProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const current = hits === null ? topicOf(slug) : undefined;
  const search = (text: string): void =>
    navigate(text === '' ? helpAddress(slug) : `${helpAddress(slug)}?q=${encodeURIComponent(text)}`, { replace: true });
  const links = topics.map((topic) => ({ to: helpAddress(topic.slug), label: topic.label, active: topic === current }));
  return (
    <WithSideNav label="Help topics" links={[...links, { to: '/terms', label: 'Terms & Conditions', active: false, apart: true }]}>
      <Box maw={420}>
        <SearchBox label="Search help" maxLength={HELP_SEARCH_MAX} value={params.get('q') ?? ''} onSearch={search} />
      </Box>
      {hits === null ? (
        <>
          {current?.tabs === undefined ? null : (
            <PageTabs
              label={current.label}
              tabs={current.tabs.map((tab) => ({ to: helpAddress(tab.slug), label: tab.label, active: tab.slug === slug }))}
            />
          )}
          <Article article={article} />
        </>
      ) : (
        <Hits hits={hits} search={params.get('q') ?? ''} />
      )}
    </WithSideNav>
  );
}

function Hits({ hits, search }: { readonly hits: readonly HelpHit[]; readonly search: string }) {
  return (
    <Panel title="Search results" aside={countText(hits.length)}>
      {hits.length === 0 ? (
        <EmptyState title={`Nothing about “${search}”`} text="Try fewer or other words." />
      ) : (
        <ItemList label="Search results">
          {hits.map(({ slug, article, id, heading, excerpt }) => (
            <Item key={`${slug}#${id}`} title={<Link to={`${helpAddress(slug)}${id === '' ? '' : `#${id}`}`}>{heading}</Link>}>
              {heading === article ? null : <strong>{article}: </strong>}
              {excerpt}
            </Item>
          ))}
        </ItemList>
      )}
    </Panel>
  );
}

/** A link of the article to a screen is followed without a full load. */
const isScreen = (link: HTMLAnchorElement): boolean => link.origin === window.location.origin && !link.pathname.startsWith('/v1/');

function Article({ article: { title, sections } }: { readonly article: HelpArticle }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLElement>): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain || !isScreen(link)) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <Panel label={title}>
      <Stack component="article" gap="xs" p="md" className={css.article ?? ''} onClick={follow}>
        <Title order={2}>{title}</Title>
        {sections.map(({ id, heading, html }) => (
          <section key={id}>
            {heading === '' ? null : (
              <Title order={3} id={id}>
                <Text component="a" inherit href={`#${id}`}>
                  {heading}
                </Text>
              </Title>
            )}
            {/* Rendered from the files in `articles`. */}
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
