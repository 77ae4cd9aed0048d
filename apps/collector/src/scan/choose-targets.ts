import { DomainError, formatTarget, type ProbeTarget, parseTarget } from '@notafter/domain';
import type { CollectorConfig } from '../config/config.ts';

/** More than that is not a request that people made. */
const MAX_ASKED = 10_000;

const parsed = (text: string): ProbeTarget[] => {
  try {
    return [parseTarget(text)];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

/** The endpoints of the file, and those that the server asks for if the file accepts them. Whether one is probed, `allow` decides. */
export const chooseTargets = (
  { targets, acceptTargets }: Pick<CollectorConfig, 'targets' | 'acceptTargets'>,
  asked: readonly string[],
): readonly ProbeTarget[] => {
  const wanted = acceptTargets ? asked.slice(0, MAX_ASKED).flatMap(parsed) : [];
  return [...new Map([...targets, ...wanted].map((target) => [formatTarget(target), target])).values()];
};
