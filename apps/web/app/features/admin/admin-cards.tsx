import { Badge } from '../../ui/badge/badge.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import type { AdminHealth, AdminStats } from './types.ts';

const HOUR_SECONDS = 3600;

interface AdminCardsProps {
  readonly stats: AdminStats;
  /** Null until it is known. */
  readonly health: AdminHealth | null;
}

export function AdminCards({ stats, health }: AdminCardsProps) {
  const { expiredCertificates, criticalCertificates, activeOrganizations } = stats;
  const minutes = health === null ? 0 : Math.floor((health.uptimeSeconds % HOUR_SECONDS) / 60);
  return (
    <Panel label="Figures">
      <StatCards label="Figures" least={160}>
        <StatCard size="sm" label="Organizations" value={stats.totalOrganizations} />
        <StatCard size="sm" label="Total Users" value={stats.totalUsers} />
        <StatCard size="sm" label="Certificates" value={stats.totalCertificates} />
        <StatCard size="sm" label="Expired Certificates" tone="expired" value={expiredCertificates} />
        <StatCard size="sm" label="Critical (<=7 days)" tone="critical" value={criticalCertificates} />
        <StatCard size="sm" label="Active Organizations" tone="valid" value={activeOrganizations} />
      </StatCards>
      <StatCards label="Additions and system" least={160}>
        <StatCard size="sm" label="New Certs (7d)" value={stats.newCertificatesWeek} />
        <StatCard size="sm" label="Discovered (30d)" value={stats.certificatesDiscoveredMonth} />
        <StatCard
          label="System Status"
          value={null}
          figure={health === null ? null : <Badge tone={health.status === 'healthy' ? 'valid' : 'expired'}>{health.status}</Badge>}
        />
        <StatCard
          size="sm"
          label="Uptime"
          value={health === null ? null : Math.floor(health.uptimeSeconds / HOUR_SECONDS)}
          note={health === null ? undefined : `h ${minutes} min`}
        />
        <StatCard size="sm" label="Memory Usage" value={health?.memoryUsageMb ?? null} note={health === null ? undefined : 'MB'} />
        <StatCard
          label="Database"
          value={null}
          figure={
            health === null ? null : (
              <StatusLine tone={health.database === 'connected' ? 'valid' : 'expired'} plain>
                {health.database}
              </StatusLine>
            )
          }
        />
      </StatCards>
    </Panel>
  );
}
