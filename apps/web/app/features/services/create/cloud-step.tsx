import { clouds, plural } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { addressOf } from '../../../api/address.ts';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { Note } from '../../../ui/note/note.tsx';
import { Step } from '../../../ui/step/step.tsx';
import type { CloudOffer } from '../types.ts';
import { CloudIcon } from './solution-icon.tsx';
import type { Choices } from './use-choices.ts';

interface CloudStepProps {
  readonly offers: readonly CloudOffer[];
  readonly choices: Choices;
  readonly onChoose: (offer: CloudOffer, by: ChosenBy) => void;
}

/** The clouds of the single page. The others are on the screen of all providers. */
export function CloudStep({ offers, choices, onChoose }: CloudStepProps) {
  return (
    <Step
      id="cloud"
      number={2}
      title="Cloud provider"
      note="Where it runs"
      aside={<Link to={addressOf('/services/create/cloud', { solution: choices.solution })}>All cloud providers</Link>}
    >
      {offers.length === 0 ? (
        <Note>No cloud is enabled here. The administrator of this installation enables clouds with SERVICES_CLOUDS.</Note>
      ) : (
        <ChoiceCards label="Cloud provider" least={230}>
          {offers.map((offer) => (
            <ChoiceCard
              key={offer.cloud}
              group="cloud"
              title={clouds[offer.cloud].name}
              note={offer.cloud === 'local' ? 'The machine of this installation' : plural(clouds[offer.cloud].regions.length, 'region')}
              icon={<CloudIcon />}
              chosen={choices.cloud === offer.cloud}
              onChoose={(by) => onChoose(offer, by)}
            />
          ))}
        </ChoiceCards>
      )}
    </Step>
  );
}
