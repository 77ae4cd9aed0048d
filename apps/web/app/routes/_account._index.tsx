import { passkeysWorkAt } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, redirect, useLoaderData } from '@remix-run/react';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Sign in');

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.actor !== null) throw redirect('/certificates');
  return { oauth: context.oauth, passkeys: passkeysWorkAt(context.publicUrl), pendingLink: await context.caller.identities.pending() };
}

export default function SignInScreen() {
  const { oauth, passkeys, pendingLink } = useLoaderData<typeof loader>();
  return <SignInForm oauth={oauth} passkeys={passkeys} pendingLink={pendingLink} />;
}
