import { type CloudSlug, clouds } from '@notafter/domain';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { Step } from '../../../ui/step/step.tsx';
import { placeOf } from '../service-texts.ts';
import { CloudIcon } from './solution-icon.tsx';

interface RegionStepProps {
  readonly cloud: CloudSlug;
  /** Its code. */
  readonly chosen: string | null;
  readonly onChoose: (region: string, by: ChosenBy) => void;
}

/** The regions of a cloud, with their countries. */
export function RegionStep({ cloud, chosen, onChoose }: RegionStepProps) {
  return (
    <Step id="region" number={3} title="Region" note="Close to your users">
      <ChoiceCards label="Region" least={cloud === 'local' ? 230 : 190}>
        {clouds[cloud].regions.map((region) => (
          <ChoiceCard
            key={region.code}
            group="region"
            title={placeOf(region)}
            note={region.code}
            {...(region.country === null ? { icon: <CloudIcon /> } : { code: region.country })}
            chosen={chosen === region.code}
            onChoose={(by) => onChoose(region.code, by)}
          />
        ))}
      </ChoiceCards>
    </Step>
  );
}
