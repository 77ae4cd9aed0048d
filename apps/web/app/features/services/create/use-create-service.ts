import type { CloudAccountId, ServicePlanName, SolutionSlug } from '@notafter/domain';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import { useScrollToStep } from '../../../ui/step/step.tsx';
import type { CloudOffer } from '../types.ts';
import { useDeployment } from './deployment/use-deployment.ts';
import { asksForUser, useFirstUser } from './first-user-step.tsx';
import { useChoices } from './use-choices.ts';

/** The choices of a create screen, each of which leads to the next step, and the deployment that they end in. */
export function useCreateService(offers: readonly CloudOffer[], initialSolution: SolutionSlug | null) {
  const { choices, offer, chosen, choose, chooseCloud } = useChoices(offers, initialSolution);
  const deployment = useDeployment();
  const scrollTo = useScrollToStep();
  const goOn = (step: string, by: ChosenBy): void => {
    if (by === 'pointer') scrollTo(step);
  };
  const needsUser = asksForUser(choices.solution);
  const firstUser = useFirstUser((fields) => {
    if (chosen !== null) deployment.ask({ ...chosen, firstUser: fields });
  });
  return {
    choices,
    offer,
    chosen,
    deployment,
    firstUser,
    /** The step of the first user is shown. */
    asksForUser: needsUser && chosen !== null,
    chooseSolution: (solution: SolutionSlug, by: ChosenBy): void => {
      choose({ solution });
      goOn('cloud', by);
    },
    chooseCloud: (next: CloudOffer, by: ChosenBy): void => {
      chooseCloud(next);
      goOn('region', by);
    },
    chooseAccount: (account: CloudAccountId | null): void => choose({ account }),
    chooseRegion: (region: string, by: ChosenBy): void => {
      choose({ region });
      goOn('size', by);
    },
    choosePlan: (plan: ServicePlanName, by: ChosenBy): void => {
      choose({ plan });
      if (needsUser) goOn('first-user', by);
    },
    /** Asks for a confirmation; does nothing before all is chosen. */
    deploy: (): void => {
      if (chosen === null) return;
      if (needsUser) firstUser.element.current?.requestSubmit();
      else deployment.ask({ ...chosen, firstUser: null });
    },
  };
}

export type CreateService = ReturnType<typeof useCreateService>;
