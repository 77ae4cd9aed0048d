import { Button } from '@mantine/core';
import { clouds, findRegion, monthlyUsd, servicePlan, solutions, usdText } from '@notafter/domain';
import { WithChoiceBar } from '../../../ui/choice-bar/choice-bar.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { placeOf, sizeText } from '../service-texts.ts';
import type { CloudOffer } from '../types.ts';
import { CloudStep } from './cloud-step.tsx';
import { FirstUserStep } from './first-user-step.tsx';
import { RegionStep } from './region-step.tsx';
import { SizeStep } from './size-step.tsx';
import { SolutionStep } from './solution-step.tsx';
import { useCreateService } from './use-create-service.ts';
import { WithCatalog } from './with-catalog.tsx';

const DeploymentDialogs = lazyDialog(() => import('./deployment/deployment-dialogs.tsx'));

/** Creates a service on one page: each choice opens the next. */
export function CreateScreen() {
  return <WithCatalog>{(offers) => <CreateService offers={offers.filter(({ cloud }) => clouds[cloud].onSinglePage)} />}</WithCatalog>;
}

function CreateService({ offers }: { readonly offers: readonly CloudOffer[] }) {
  const create = useCreateService(offers, null);
  const { choices, offer, chosen, deployment } = create;
  const { solution, cloud, region: code, plan: planName } = choices;
  const region = cloud === null || code === null ? null : findRegion(cloud, code);
  const plan = planName === null ? null : servicePlan(planName);
  return (
    <>
      <WithChoiceBar
        label="Selection"
        slots={[
          { label: 'Solution', value: solution === null ? null : solutions[solution].name, none: 'No solution selected' },
          { label: 'Region', value: region === null ? null : placeOf(region), note: region?.code, none: 'No region selected' },
          {
            label: 'Size',
            value: plan?.name ?? null,
            note: plan === null || offer === null ? undefined : sizeText(offer.sizes[plan.name]),
            none: 'No size selected',
          },
        ]}
        figure={
          plan === null ? undefined : (
            <>
              <Note small>Monthly</Note>
              <strong>{usdText(monthlyUsd(plan.hourlyUsd))}</strong>
            </>
          )
        }
        action={
          <Button size="lg" disabled={chosen === null} onClick={create.deploy}>
            Deploy
          </Button>
        }
      >
        <SolutionStep offers={offers} offer={offer} chosen={solution} onChoose={create.chooseSolution} />
        <CloudStep offers={offers} choices={choices} onChoose={create.chooseCloud} />
        {offer === null ? null : (
          <RegionStep
            offer={offer}
            account={choices.account}
            onChooseAccount={create.chooseAccount}
            chosen={code}
            onChoose={create.chooseRegion}
          />
        )}
        {offer === null || region === null ? null : <SizeStep sizes={offer.sizes} chosen={planName} onChoose={create.choosePlan} />}
        {create.asksForUser && chosen !== null ? <FirstUserStep solution={chosen.solution} form={create.firstUser} /> : null}
      </WithChoiceBar>
      {deployment.stage === null ? null : <DeploymentDialogs deployment={deployment} onClose={deployment.close} />}
    </>
  );
}
