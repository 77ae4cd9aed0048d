import { Button, Stack } from '@mantine/core';
import { clouds, findRegion, monthlyUsd, type SolutionSlug, servicePlan, solutionSlugs, solutions, usdText } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { WithAside } from '../../../ui/with-aside/with-aside.tsx';
import { sizeText, smallerSizeText } from '../service-texts.ts';
import type { CloudOffer } from '../types.ts';
import { CloudTable } from './cloud-table.tsx';
import { FirstUserStep } from './first-user-step.tsx';
import { PlanCards } from './plan-cards.tsx';
import { RegionStep } from './region-step.tsx';
import { SolutionStep } from './solution-step.tsx';
import { type CreateService, useCreateService } from './use-create-service.ts';
import { WithCatalog } from './with-catalog.tsx';

const DeploymentDialogs = lazyDialog(() => import('./deployment/deployment-dialogs.tsx'));

/** Creates a service on any cloud, with a summary beside the choices. */
export function CloudScreen() {
  const [params] = useSearchParams();
  const initial = solutionSlugs.find((slug) => slug === params.get('solution')) ?? null;
  return <WithCatalog>{(offers) => <CreateOnCloud offers={offers} initial={initial} />}</WithCatalog>;
}

interface CreateOnCloudProps {
  readonly offers: readonly CloudOffer[];
  /** The solution of the address. */
  readonly initial: SolutionSlug | null;
}

function CreateOnCloud({ offers, initial }: CreateOnCloudProps) {
  const create = useCreateService(offers, initial);
  const { choices, offer, chosen, deployment } = create;
  const { solution, cloud, region, plan } = choices;
  return (
    <>
      <WithAside least={560} aside={<Summary create={create} />}>
        <Stack gap="md">
          <SolutionStep offers={offers} offer={offer} chosen={solution} onChoose={create.chooseSolution} />
          <CloudTable offers={offers} chosen={cloud} onChoose={create.chooseCloud} />
          {offer === null ? null : (
            <RegionStep
              offer={offer}
              account={choices.account}
              onChooseAccount={create.chooseAccount}
              chosen={region}
              onChoose={create.chooseRegion}
            />
          )}
          {offer === null || region === null ? null : <PlanCards sizes={offer.sizes} chosen={plan} onChoose={create.choosePlan} />}
          {create.asksForUser && chosen !== null ? <FirstUserStep solution={chosen.solution} form={create.firstUser} /> : null}
        </Stack>
      </WithAside>
      {deployment.stage === null ? null : <DeploymentDialogs deployment={deployment} onClose={deployment.close} />}
    </>
  );
}

/** The choices so far, and the button that they lead to. */
function Summary({ create: { choices, offer, chosen, deploy } }: { readonly create: CreateService }) {
  const { solution, cloud, region: code, plan: name } = choices;
  const region = cloud === null || code === null ? null : findRegion(cloud, code);
  const plan = name === null ? null : servicePlan(name);
  return (
    <Panel
      title="Service Summary"
      foot={
        <Button fullWidth size="lg" disabled={chosen === null} onClick={deploy}>
          Deploy Service
        </Button>
      }
    >
      <Stack p="md">
        <FactList
          names={110}
          facts={[
            ['Solution', solution === null ? 'No solution selected' : solutions[solution].name],
            ['Cloud', cloud === null ? 'No cloud selected' : clouds[cloud].name],
            ['Region', region?.name ?? 'No region selected'],
            ['Region code', region?.code ?? null],
            ['Plan', plan?.name ?? 'No size selected'],
            ['Instance', plan?.olderInstanceType ?? null],
            ['Size', plan === null ? null : `${sizeText(plan)}, ${plan.diskGib} GB`],
            ['In force here', plan === null || offer === null ? null : smallerSizeText(plan, offer.sizes[plan.name])],
            ['Transfer', plan === null ? null : `${plan.transferTb} TB`],
            ['Monthly cost', plan === null ? null : usdText(monthlyUsd(plan.hourlyUsd))],
          ]}
        />
      </Stack>
    </Panel>
  );
}
