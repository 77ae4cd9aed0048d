import type { LoaderFunctionArgs } from '@remix-run/node';
import { data, type MetaFunction, redirect } from '@remix-run/react';
import { NotFound } from '../ui/errors/not-found.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Page not found');

export function loader({ context, request }: LoaderFunctionArgs) {
  // Sign-up owns everything that begins with these two words, not only what lies below them.
  if (/^\/(signup|github-callback)/.test(new URL(request.url).pathname)) throw redirect('/signup');
  return data({ signedIn: context.actor !== null }, { status: 404 });
}

export default function NotFoundScreen() {
  return (
    <main>
      <NotFound heading="h1" />
    </main>
  );
}
