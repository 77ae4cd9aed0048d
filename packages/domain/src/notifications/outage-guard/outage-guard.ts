/** Shares and counts above these are not one team's problem. */
const MASS_SHARE = 0.1;
const MASS_COUNT = 20;

/** Of the installation's endpoints, those that were checked since an instant and those of them that went silent since. */
export interface OutageSample {
  readonly checked: number;
  readonly wentSilent: number;
}

/** `mass`: notify the operator, not the teams. `unclear`: too few were checked to know. */
export type OutageVerdict = 'none' | 'unclear' | 'mass';

/**
 * Decides from a sample about the whole. Checks are spread evenly over the interval, so that a share of those checked
 * stands for the same share of all; where that would be a mass outage, a count still small has to be waited for.
 */
export const judgeOutage = ({ checked, wentSilent }: OutageSample, endpoints: number): OutageVerdict => {
  if (checked === 0 || wentSilent / checked <= MASS_SHARE) return 'none';
  if (wentSilent > MASS_COUNT) return 'mass';
  const isWhole = checked >= endpoints;
  return !isWhole && (wentSilent / checked) * endpoints > MASS_COUNT ? 'unclear' : 'none';
};
