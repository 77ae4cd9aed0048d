import { Badge } from '../../ui/badge/badge.tsx';
import { stateWords } from './collector-texts.ts';
import type { Collector } from './types.ts';

export function StateBadge({ state }: Pick<Collector, 'state'>) {
  const { word, tone } = stateWords[state];
  return <Badge tone={tone}>{word}</Badge>;
}
