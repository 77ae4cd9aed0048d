import { Badge, Badges, Tag } from '../../ui/badge/badge.tsx';
import { stateOf } from './transparency-texts.ts';
import type { Issuance } from './types.ts';

/** The state of an issued certificate, with what people said about it. */
export function StateChips({ issuance }: { readonly issuance: Pick<Issuance, 'state' | 'learned' | 'verdict'> }) {
  const { word, tone } = stateOf(issuance);
  return (
    <Badges>
      <Badge tone={tone}>{word}</Badge>
      {issuance.verdict === 'not_ours' ? (
        <Badge tone="failed" mark={false}>
          Not ours
        </Badge>
      ) : null}
      {issuance.verdict === 'ours' ? <Tag>Ours</Tag> : null}
      {issuance.learned ? <Tag>Learned</Tag> : null}
    </Badges>
  );
}
