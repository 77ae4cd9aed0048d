import type { MetaFunction } from '@remix-run/react';
import { KitPage } from '../dev/kit-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Kit', 'Every part of the kit in every state.');

/** In development only: the build leaves this file out (`vite.config.ts`). */
export default KitPage;
