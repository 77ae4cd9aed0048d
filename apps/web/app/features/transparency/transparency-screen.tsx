import { useSearchParams } from '@remix-run/react';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';
import { DomainsPanel } from './domains/domains-panel.tsx';
import { IssuancesPanel } from './issuances/issuances-panel.tsx';
import { SourcesPanels } from './sources/sources-panels.tsx';
import { parseAddress, type TransparencyTab, tabNames } from './transparency-address.ts';

const tabLabels = { certificates: 'Certificates', domains: 'Domains', sources: 'Sources' } as const satisfies Record<
  TransparencyTab,
  string
>;

const panels = { certificates: IssuancesPanel, domains: DomainsPanel, sources: SourcesPanels } as const;

/** Every certificate that CAs issued below the watched domains, the domains, and where we look. */
export function TransparencyScreen() {
  const [params] = useSearchParams();
  const { tab } = parseAddress(params);
  const Shown = panels[tab];
  return (
    <>
      <PageTabs
        label="Transparency"
        tabs={tabNames.map((name) => ({
          to: name === 'certificates' ? '/transparency' : `/transparency?tab=${name}`,
          label: tabLabels[name],
          active: name === tab,
        }))}
      />
      <Shown />
    </>
  );
}
