import type { ReactNode } from 'react';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';

/** The screens of analytics; what is given stands at the far end. */
export function AnalyticsTabs({
  current,
  children,
}: {
  readonly current: 'figures' | 'readiness' | 'cryptography';
  readonly children?: ReactNode;
}) {
  return (
    <PageTabs
      label="Analytics"
      tabs={[
        { to: '/analytics', label: 'Figures', active: current === 'figures' },
        { to: '/analytics/readiness', label: 'Readiness', active: current === 'readiness' },
        { to: '/analytics/cryptography', label: 'Cryptography', active: current === 'cryptography' },
      ]}
    >
      {children}
    </PageTabs>
  );
}
