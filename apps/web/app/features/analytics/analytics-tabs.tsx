import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';

interface AnalyticsTabsProps {
  readonly current: 'figures' | 'readiness' | 'cryptography' | 'report';
  readonly isFetching: boolean;
  readonly refresh: () => void;
  /** Beside Refresh, at the far end. */
  readonly children?: ReactNode;
}

/** The screens of analytics, with Refresh for the one that is shown. */
export function AnalyticsTabs({ current, isFetching, refresh, children }: AnalyticsTabsProps) {
  return (
    <PageTabs
      label="Analytics"
      tabs={[
        { to: '/analytics', label: 'Figures', active: current === 'figures' },
        { to: '/analytics/readiness', label: 'Readiness', active: current === 'readiness' },
        { to: '/analytics/cryptography', label: 'Cryptography', active: current === 'cryptography' },
        { to: '/analytics/report', label: 'Report', active: current === 'report' },
      ]}
    >
      {children}
      <Button variant="default" leftSection={<Icon name="refresh" small />} loading={isFetching} onClick={refresh}>
        Refresh
      </Button>
    </PageTabs>
  );
}
