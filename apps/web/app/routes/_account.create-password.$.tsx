import { type MetaFunction, useSearchParams } from '@remix-run/react';
import { CreatePasswordForm } from '../features/team/create-password-form.tsx';
import { pageMeta } from '../ui/page-meta.ts';

/** The address holds the code. */
export const meta: MetaFunction = () => [...pageMeta('Activate Account'), { name: 'referrer', content: 'no-referrer' }];

export default function CreatePasswordScreen() {
  const [params] = useSearchParams();
  const prefilled = { email: params.get('email') ?? '', orgId: params.get('org_id') ?? '', code: params.get('code') ?? '' };
  return <CreatePasswordForm prefilled={prefilled} />;
}
