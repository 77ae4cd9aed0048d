import { errorCatalogue } from '../errors/catalogue.ts';
import { sellsPlans } from './plans.ts';

type LimitCode = 'certificate_limit' | 'user_limit';

const operatorTexts: Readonly<Record<LimitCode, string>> = {
  certificate_limit: 'Certificate limit reached. The operator of this installation set it and can raise it.',
  user_limit: 'User limit reached. The operator of this installation set it and can raise it.',
};

/** What is said at a full plan. Where none is sold there is nothing to upgrade to: the limit is one that the operator set. */
export const limitText = (code: LimitCode, plan: string): string => (sellsPlans(plan) ? errorCatalogue[code].message : operatorTexts[code]);
