import { Panel } from '../../ui/panel/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import type { Analytics } from './types.ts';

/** Four figures about all certificates. */
export function InsightsPanel({ figures }: { readonly figures: Analytics }) {
  const { averageDaysLeft, issuersTotal, chainValidation, addedThisMonth } = figures;
  return (
    <Panel title="Certificate Insights">
      <StatCards label="Certificate Insights" least={160}>
        <StatCard size="sm" label="Average days to expiry" value={averageDaysLeft} note={averageDaysLeft === null ? undefined : 'd'} />
        <StatCard size="sm" label="Certificate authorities" value={issuersTotal} />
        <StatCard size="sm" label="Chain validation" value={chainValidation} note={chainValidation === null ? undefined : '%'} />
        <StatCard size="sm" label="Added this month" value={addedThisMonth} />
      </StatCards>
    </Panel>
  );
}
