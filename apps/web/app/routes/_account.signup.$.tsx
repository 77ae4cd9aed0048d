import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { SignUpForm } from '../features/accounts/sign-up-form.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Sign up');

export const loader = ({ context }: LoaderFunctionArgs) => ({ oauth: context.oauth });

export default function SignUpScreen() {
  const { oauth } = useLoaderData<typeof loader>();
  return <SignUpForm oauth={oauth} />;
}
