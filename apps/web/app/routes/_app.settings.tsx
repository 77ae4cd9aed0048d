import type { MetaFunction, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Settings' };

export const meta: MetaFunction = () => pageMeta('Settings', 'Your profile and how you sign in, and the tokens and keys of scripts.');

/** The tabs are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function SettingsRoute() {
  return <SettingsScreen />;
}
