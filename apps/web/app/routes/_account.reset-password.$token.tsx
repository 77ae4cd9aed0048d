import { type MetaFunction, useParams } from '@remix-run/react';
import { ResetPasswordForm } from '../features/accounts/reset-password-form.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Reset Password'), { name: 'referrer', content: 'no-referrer' }];

export default function ResetPasswordScreen() {
  const { token = '' } = useParams();
  return <ResetPasswordForm token={token} />;
}
