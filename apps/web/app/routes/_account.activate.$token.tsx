import { type MetaFunction, useParams } from '@remix-run/react';
import { Activation } from '../features/accounts/activation.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Account Activation'), { name: 'referrer', content: 'no-referrer' }];

export default function ActivationScreen() {
  const { token = '' } = useParams();
  return <Activation token={token} />;
}
