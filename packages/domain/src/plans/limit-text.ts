import { errorCatalogue } from '../errors/catalogue.ts';
import { sellsPlans } from './plans.ts';

type LimitCode = 'certificate_limit' | 'user_limit';

const operatorTexts: Readonly<Record<LimitCode, string>> = {
  certificate_limit: 'Certificate limit reached. The operator of this installation set it and can raise it.',
  user_limit: 'User limit reached. The operator of this installation set it and can raise it.',
};

/** Message at a reached limit. Without plans on sale the operator set the limit, and nobody can upgrade. */
export const limitText = (code: LimitCode, plan: string): string => (sellsPlans(plan) ? errorCatalogue[code].message : operatorTexts[code]);
