/** In the order of spec 1 section 2. */
export const tabs = [
  { id: 'alerts', label: 'Recent Alerts' },
  { id: 'channels', label: 'Channel Settings' },
  { id: 'smart', label: 'Smart Notifications' },
] as const;
export type Tab = (typeof tabs)[number]['id'];

export const parseTab = (params: URLSearchParams): Tab => tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'alerts';

/** The address says whether Recent Alerts shows failed deliveries only. */
export const isUndelivered = (params: URLSearchParams): boolean => params.get('state') === 'dead';
export const undeliveredAddress = (only: boolean): URLSearchParams => new URLSearchParams(only ? { state: 'dead' } : {});

export const tabAddress = (tab: Tab): string => (tab === 'alerts' ? '/notifications' : `/notifications?tab=${tab}`);
