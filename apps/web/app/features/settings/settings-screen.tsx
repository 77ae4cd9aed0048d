import { Stack } from '@mantine/core';
import { useSearchParams } from '@remix-run/react';
import { useSessionView } from '../../shell/session.ts';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';
import { parseTab, type SettingsTab, shownTabs, tabAddress } from './tabs.ts';

const ApiKeysTab = lazyPart(async () => ({ default: (await import('./api-keys/api-keys-tab.tsx')).ApiKeysTab }));
const TokensTab = lazyPart(async () => ({ default: (await import('./tokens/tokens-tab.tsx')).TokensTab }));
const DocsTab = lazyPart(() => import('./docs/docs-tab.tsx'));

/** A person's own settings and the organization's API access. The address names the tab. */
export function SettingsScreen({ publicUrl }: { readonly publicUrl: string }) {
  const [params] = useSearchParams();
  const hasApiKeys = useSessionView()?.entitlements.apiKeys ?? false;
  const tabs = shownTabs(hasApiKeys);
  const current = parseTab(params, hasApiKeys);
  return (
    <Stack gap="md">
      <PageTabs label="Settings" tabs={tabs.map((tab) => ({ to: tabAddress(tab), label: tab, active: tab === current }))} />
      <TabBody tab={current} publicUrl={publicUrl} />
    </Stack>
  );
}

function TabBody({ tab, publicUrl }: { readonly tab: SettingsTab; readonly publicUrl: string }) {
  switch (tab) {
    case 'Profile':
      return <ProfileTab />;
    case 'Tokens':
      return <TokensTab />;
    case 'API Keys':
      return <ApiKeysTab />;
    case 'API Documentation':
      return <DocsTab publicUrl={publicUrl} />;
  }
}
