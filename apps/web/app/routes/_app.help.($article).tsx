import type { LoaderFunctionArgs } from '@remix-run/node';
import { data, type MetaFunction, useLoaderData } from '@remix-run/react';
import { readArticle, searchHelp } from '../features/help/articles.server.ts';
import { HELP_SEARCH_MAX, HelpScreen } from '../features/help/help-screen.tsx';
import { isArticle } from '../features/help/topics.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { NotFound } from '../ui/errors/message-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Help' };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta(page?.shown == null ? 'Help' : page.shown.article.title, 'How to monitor certificates, be alerted in time and deploy services.');

export const loader = ({ params: { article: slug = '' }, request, context: { publicUrl } }: LoaderFunctionArgs) => {
  if (!isArticle(slug)) return data({ shown: null }, { status: 404 });
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, HELP_SEARCH_MAX);
  const hits = search === '' ? null : searchHelp(search, publicUrl);
  return { shown: { slug, article: readArticle(slug, publicUrl), hits } };
};

export default function HelpRoute() {
  const { shown } = useLoaderData<typeof loader>();
  return shown === null ? <NotFound title="No such help page" /> : <HelpScreen {...shown} />;
}
