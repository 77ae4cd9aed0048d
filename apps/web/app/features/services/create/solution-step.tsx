import { type SolutionSlug, solutionName, solutions } from '@notafter/domain';
import type { ReactNode } from 'react';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { Step } from '../../../ui/step/step.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { versionText } from '../service-texts.ts';
import type { CloudOffer } from '../types.ts';
import { SolutionIcon } from './solution-icon.tsx';
import { listedSolutions, reasonAgainst } from './use-choices.ts';

interface SolutionStepProps {
  /** The clouds of the screen. */
  readonly offers: readonly CloudOffer[];
  /** The chosen cloud. */
  readonly offer: CloudOffer | null;
  readonly chosen: SolutionSlug | null;
  readonly onChoose: (solution: SolutionSlug, by: ChosenBy) => void;
}

/** The catalog of solutions. One that cannot run on the chosen cloud, or on any, says why. */
export function SolutionStep({ offers, offer, chosen, onChoose }: SolutionStepProps) {
  const now = useNow();
  return (
    <Step id="solution" number={1} title="Solution" note="What to run">
      <ChoiceCards label="Solution" least={230}>
        {listedSolutions(offers).map((slug) => {
          const reason = offer === null ? reasonAgainstAll(offers, slug) : reasonAgainst(offer, slug);
          return (
            <ChoiceCard
              key={slug}
              group="solution"
              title={nameOn(offer ?? offers.find(({ cloud }) => cloud === 'local'), slug)}
              note={noteOf(slug, reason ?? versionOn(offer, slug, now))}
              icon={<SolutionIcon solution={slug} />}
              chosen={chosen === slug}
              disabled={reason !== null}
              onChoose={(by) => onChoose(slug, by)}
            />
          );
        })}
      </ChoiceCards>
    </Step>
  );
}

const nameOn = (offer: CloudOffer | undefined, slug: SolutionSlug): string => {
  const support = offer?.solutions[slug];
  return solutionName(slug, support?.runs === true ? support.version : null);
};

const versionOn = (offer: CloudOffer | null, slug: SolutionSlug, now: Date): string | null => {
  const support = offer?.solutions[slug];
  return support?.runs === true ? `Version ${versionText(slug, support.version, now)}` : null;
};

const reasonAgainstAll = (offers: readonly CloudOffer[], slug: SolutionSlug): string | null => {
  const reasons = offers.map((offer) => reasonAgainst(offer, slug));
  return reasons.includes(null) ? null : (reasons[0] ?? 'No cloud is enabled on this installation.');
};

/** Its purpose, and why it can't run or which version would. */
const noteOf = (slug: SolutionSlug, more: string | null): ReactNode => {
  const { description } = solutions[slug];
  return more === null ? (
    description
  ) : (
    <>
      {description}
      <br />
      {more}
    </>
  );
};
