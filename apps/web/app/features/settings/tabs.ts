/** In the order of spec 2 section 2; the place in the list is the value in the address. */
export const settingsTabs = ['Profile', 'Tokens', 'API Keys', 'API Documentation'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** Tabs that a plan without API keys does not have; their addresses show why. */
const planned: readonly SettingsTab[] = ['API Keys', 'API Documentation'];

export const tabAddress = (tab: SettingsTab): string => `/settings?tab=${settingsTabs.indexOf(tab)}`;

/** The tab an address names; anything but a number of the list is the profile. Without the plan, 3 shows what 2 shows. */
export function parseTab(params: URLSearchParams, hasApiKeys: boolean): SettingsTab {
  const tab = settingsTabs.find((_, index) => String(index) === params.get('tab')) ?? 'Profile';
  return planned.includes(tab) && !hasApiKeys ? 'API Keys' : tab;
}

/** The tabs of the plan. */
export const shownTabs = (hasApiKeys: boolean): readonly SettingsTab[] =>
  settingsTabs.filter((tab) => hasApiKeys || !planned.includes(tab));
