import type { LoaderFunctionArgs } from '@remix-run/node';
import { data, type MetaFunction, redirect, useLoaderData } from '@remix-run/react';
import { AppShell, loadShell } from '../shell/app-shell.tsx';
import { NotFound } from '../ui/errors/message-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Page not found');

/** Screens of the specification that have no route yet: a stranger is sent to sign in. */
const guardedPaths = /^\/(admin)(\/|$)/;

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { pathname } = new URL(request.url);
  // Sign-up owns everything that begins with these two words, not only what lies below them.
  if (/^\/(signup|github-callback)/.test(pathname)) throw redirect('/signup');
  const signedIn = context.actor !== null;
  if (!signedIn && guardedPaths.test(pathname)) throw redirect('/');
  const shell = signedIn ? await loadShell(args) : null;
  return data({ signedIn, shell, ...(shell === null ? {} : { dehydrated: shell.dehydrated }) }, { status: 404 });
}

export default function NotFoundScreen() {
  const { shell } = useLoaderData<typeof loader>();
  if (shell === null) {
    return (
      <main>
        <NotFound heading="h1" />
      </main>
    );
  }
  return (
    <AppShell shell={shell} title="Page not found">
      <NotFound title="Nothing is at this address" />
    </AppShell>
  );
}
