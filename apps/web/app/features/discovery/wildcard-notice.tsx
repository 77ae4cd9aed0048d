import { Button } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useState } from 'react';
import { Banner } from '../../ui/banner/banner.tsx';
import { AddButton, MonitoredMark } from './add-button.tsx';
import { hintText } from './discovery-texts.ts';
import type { Hint } from './types.ts';
import type { Adding } from './use-adding.ts';
import css from './wildcard-notice.module.css';

interface WildcardNoticeProps {
  readonly hints: readonly Hint[];
  /** Null for those who add nothing. */
  readonly adding: Adding | null;
}

const titleOf = ({ wildcard, reason }: Hint): string => `${reason === 'san' ? 'Wildcard in use' : 'Wildcard suggested'}: ${wildcard}`;

/** Names that one entry could watch together: the wildcard that stands for most of the results, the others on demand. */
export function WildcardNotice({ hints, adding }: WildcardNoticeProps) {
  const [all, setAll] = useState(false);
  const [first, ...others] = hints;
  if (first === undefined) return null;
  const shown = all ? hints : [first];
  return (
    <section className={css.hints} aria-label="Wildcard suggestions">
      {shown.map((hint) => (
        <Banner key={hint.wildcard} tone="info">
          <div className={css.hint}>
            <div className={css.words}>
              <strong>{titleOf(hint)}</strong>
              <p className={css.text}>{hintText(hint)}</p>
            </div>
            {hint.domain === null ? null : adding !== null ? (
              <AddButton domain={hint.domain} certificateId={hint.certificateId} adding={adding} />
            ) : hint.certificateId === null ? null : (
              <MonitoredMark domain={hint.domain} certificateId={hint.certificateId} />
            )}
          </div>
        </Banner>
      ))}
      {others.length === 0 ? null : (
        <Button size="sm" variant="subtle" color="gray" className={css.more ?? ''} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show the first only' : `Show ${countText(others.length)} more`}
        </Button>
      )}
    </section>
  );
}
