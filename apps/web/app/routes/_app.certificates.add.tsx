import type { MetaFunction } from '@remix-run/react';
import { AddScreen } from '../features/certificates/add/add-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Add Certificate' };

export const meta: MetaFunction = () => pageMeta('Add Certificate');

export default function AddCertificateScreen() {
  return <AddScreen />;
}
