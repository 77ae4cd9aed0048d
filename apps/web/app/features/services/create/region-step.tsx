import { type CloudAccountId, clouds } from '@notafter/domain';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Step } from '../../../ui/step/step.tsx';
import { placeOf } from '../service-texts.ts';
import type { CloudOffer } from '../types.ts';
import { CloudIcon } from './solution-icon.tsx';

const AccountSelect = lazyPart(() => import('./account-select.tsx'));

interface RegionStepProps {
  readonly offer: CloudOffer;
  readonly account: CloudAccountId | null;
  readonly onChooseAccount: (account: CloudAccountId | null) => void;
  /** The region's code. */
  readonly chosen: string | null;
  readonly onChoose: (region: string, by: ChosenBy) => void;
}

/** The regions of a cloud, with their countries. */
export function RegionStep({ offer, account, onChooseAccount, chosen, onChoose }: RegionStepProps) {
  const { cloud, accounts } = offer;
  const known = accounts.find(({ id }) => id === account);
  return (
    <Step id="region" number={3} title="Region" note="Close to your users">
      {accounts.length < 2 ? null : <AccountSelect accounts={accounts} chosen={account} onChoose={onChooseAccount} />}
      {known === undefined || known.problem === null ? null : <Note>{known.problem}</Note>}
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
