import { monthlyUsd, type ServicePlanName, servicePlans, usdText } from '@notafter/domain';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { Step } from '../../../ui/step/step.tsx';
import { sizeText, smallerSizeText } from '../service-texts.ts';
import type { CloudOffer } from '../types.ts';

interface PlanCardsProps {
  readonly sizes: CloudOffer['sizes'];
  readonly chosen: ServicePlanName | null;
  readonly onChoose: (plan: ServicePlanName, by: ChosenBy) => void;
}

/** The plans as cards. */
export function PlanCards({ sizes, chosen, onChoose }: PlanCardsProps) {
  return (
    <Step id="size" number={4} title="Size" note="Can be resized later">
      <ChoiceCards label="Size" least={230}>
        {servicePlans.map((plan) => {
          const { name, transferTb, diskGib, olderInstanceType, hourlyUsd, description } = plan;
          const smaller = smallerSizeText(plan, sizes[name]);
          return (
            <ChoiceCard
              key={name}
              group="plan"
              title={name}
              note={
                <>
                  {sizeText(plan)}, {diskGib} GB, {transferTb} TB transfer
                  {smaller === null ? null : (
                    <>
                      <br />
                      In force here: {smaller}
                    </>
                  )}
                  <br />
                  {olderInstanceType} · <strong>{usdText(monthlyUsd(hourlyUsd))} a month</strong>
                  <br />
                  {description}
                </>
              }
              chosen={chosen === name}
              onChoose={(by) => onChoose(name, by)}
            />
          );
        })}
      </ChoiceCards>
    </Step>
  );
}
