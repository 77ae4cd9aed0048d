import type { MetaFunction } from '@remix-run/react';
import { SuccessScreen } from '../features/billing/checkout-screens.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Plans & Billing' };

export const meta: MetaFunction = () => pageMeta('Payment successful');

export default SuccessScreen;
