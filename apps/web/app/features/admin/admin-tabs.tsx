import type { ReactNode } from 'react';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';

interface AdminTabsProps {
  readonly current: 'organizations' | 'operation';
  /** Actions at the far end. */
  readonly children?: ReactNode;
}

/** The screens of the administration. */
export function AdminTabs({ current, children }: AdminTabsProps) {
  return (
    <PageTabs
      label="Administration"
      tabs={[
        { to: '/admin', label: 'Organizations', active: current === 'organizations' },
        { to: '/admin/operation', label: 'Operation', active: current === 'operation' },
      ]}
    >
      {children}
    </PageTabs>
  );
}
