import {
  clouds,
  dateText,
  dateTimeText,
  daysLeft,
  plural,
  relativeText,
  servicePlan,
  solutionName,
  solutions,
  usdText,
} from '@notafter/domain';
import type { ReactNode } from 'react';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card/stat-card.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { sizeText, smallerSizeText, versionText } from '../service-texts.ts';
import type { ServiceDetail } from '../types.ts';

/** The solution, plan, place, age and price of the service. */
export function ServiceFacts({ service }: { readonly service: ServiceDetail }) {
  const now = useNow();
  const { solution, version, cloud, account, region, regionName, hourlyUsd, monthlyUsd, cost, runningSince, certificateNotAfter } = service;
  return (
    <Panel label="Service">
      <StatCards label="Facts" least={210}>
        <Fact label="Solution" value={solutionName(solution, version)}>
          {solutions[solution].category}
          {version === null ? null : `, version ${versionText(solution, version, now)}`}
        </Fact>
        <PlanFact service={service} />
        <Fact label="Cloud" value={clouds[cloud].name}>
          {account === null ? null : account.name}
        </Fact>
        <Fact label="Region" value={regionName}>
          {region}
        </Fact>
        <Fact label="Running Since (UTC)" value={runningSince === null ? null : dateTimeText(runningSince).replace(' UTC', '')}>
          {runningSince === null ? null : `${relativeText(runningSince, now)}, ${restartsText(service)}`}
        </Fact>
        <Fact label="Certificate ends" value={certificateNotAfter === null ? null : dateText(certificateNotAfter)}>
          {certificateNotAfter === null ? null : `${plural(daysLeft(certificateNotAfter, now), 'day')} left`}
        </Fact>
        <Fact label="Price /hr" value={usdText(hourlyUsd)} />
        <Fact label="Monthly Price (Estimated)" value={usdText(monthlyUsd)}>
          Hourly price × 730
        </Fact>
        <Fact label="Cost so far" value={usdText(cost.soFarUsd)}>
          This month {usdText(cost.monthUsd)}, forecast {usdText(cost.monthForecastUsd)}
        </Fact>
      </StatCards>
    </Panel>
  );
}

interface FactProps {
  readonly label: string;
  /** Null if it is not known yet. */
  readonly value: string | null;
  readonly children?: ReactNode;
}

const Fact = ({ label, value, children }: FactProps) => (
  <StatCard size="xs" label={label} value={value}>
    {children === undefined || children === null ? null : <Note small>{children}</Note>}
  </StatCard>
);

/** The plan, and the limits in force where the machine is smaller. */
function PlanFact({ service: { plan: name, instanceType, size } }: { readonly service: ServiceDetail }) {
  const plan = servicePlan(name);
  const smaller = smallerSizeText(plan, size);
  return (
    <Fact label="Size (Plan)" value={name}>
      {instanceType} · {sizeText(plan)}
      {smaller === null ? null : (
        <>
          <br />
          In force here: {smaller}
        </>
      )}
    </Fact>
  );
}

const restartsText = ({ restarts }: ServiceDetail): string => (restarts === 0 ? 'no restarts' : plural(restarts, 'restart'));
