import type { MetaFunction } from '@remix-run/react';
import { CancelScreen } from '../features/billing/checkout-screens.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Plans & Billing' };

export const meta: MetaFunction = () => pageMeta('Payment canceled');

export default CancelScreen;
