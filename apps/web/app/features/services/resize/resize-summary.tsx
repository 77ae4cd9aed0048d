import { Button, Stack } from '@mantine/core';
import {
  type CloudSlug,
  cloudSlugs,
  clouds,
  findRegion,
  monthlyUsd,
  type ServicePlanName,
  type SolutionSlug,
  servicePlan,
  solutionSlugs,
  solutions,
  usdText,
} from '@notafter/domain';
import { useTabChoices } from '../../../api/tab-store.ts';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { sizeText } from '../service-texts.ts';

interface ResizeSummaryProps {
  readonly plan: ServicePlanName | null;
  /** Another operation runs. */
  readonly busy: boolean;
  readonly onResize: () => void;
}

const cloudOf = (text: string | undefined): CloudSlug | undefined => cloudSlugs.find((slug) => slug === text);
const solutionOf = (text: string | undefined): SolutionSlug | undefined => solutionSlugs.find((slug) => slug === text);

/** The service, as this tab remembers it, and its next size. */
export function ResizeSummary({ plan: name, busy, onResize }: ResizeSummaryProps) {
  const { resource_id: resourceId, cloud: cloudSlug, database, region: code } = useTabChoices();
  const cloud = cloudOf(cloudSlug);
  const solution = solutionOf(database);
  const region = cloud === undefined || code === undefined ? null : findRegion(cloud, code);
  const plan = name === null ? null : servicePlan(name);
  return (
    <Panel
      title="Summary"
      foot={
        <Button fullWidth size="lg" disabled={plan === null || busy} onClick={onResize}>
          Resize
        </Button>
      }
    >
      <Stack p="md">
        <FactList
          names={110}
          facts={[
            ['Resource ID', resourceId ?? '\u2013'],
            ['Cloud', cloud === undefined ? '\u2013' : clouds[cloud].name],
            ['Database', solution === undefined ? '\u2013' : solutions[solution].name],
            ['Region', region?.name ?? code ?? '\u2013'],
            ['Size', plan === null ? 'No size selected' : `${plan.name}: ${sizeText(plan)}, ${plan.diskGib} GB`],
            ['Instance', plan?.olderInstanceType ?? null],
            ['Monthly price', plan === null ? null : `${usdText(monthlyUsd(plan.hourlyUsd))} (estimated)`],
          ]}
        />
      </Stack>
    </Panel>
  );
}
