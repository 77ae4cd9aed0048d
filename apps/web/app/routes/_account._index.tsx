import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, redirect, useLoaderData } from '@remix-run/react';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Sign in');

export function loader({ context }: LoaderFunctionArgs) {
  if (context.actor !== null) throw redirect('/certificates');
  return { oauth: context.oauth };
}

export default function SignInScreen() {
  const { oauth } = useLoaderData<typeof loader>();
  return <SignInForm oauth={oauth} />;
}
