import { countText } from '@notafter/domain';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { sourceLabels, sourceWord } from './discovery-texts.ts';
import css from './source-cells.module.css';
import type { SourceView } from './types.ts';

interface SourceCellsProps {
  readonly sources: readonly SourceView[];
  /** The run is over. */
  readonly isOver: boolean;
}

/** Each source with what it found and how it came out, with the reason where it was not all. */
export function SourceCells({ sources, isOver }: SourceCellsProps) {
  return (
    <ul className={css.sources} aria-label="Sources">
      {sources.map((source) => {
        const { label, tone } = sourceWord(source, isOver);
        return (
          <li key={source.source} className={css.source}>
            <span className={css.label}>
              <StatusMark tone={tone} />
              {sourceLabels[source.source]}
            </span>
            <span className={css.line}>
              <span className={css.count} data-zero={source.count === 0}>
                {source.state === 'waiting' ? '\u2013' : countText(source.count)}
              </span>{' '}
              <span className={css.word}>{label}</span>
            </span>
            {source.reason === null ? null : <p className={css.reason}>{source.reason}</p>}
            {source.reused && source.fetchedAt !== null ? (
              <p className={css.reason}>
                As answered on <AbsoluteTime value={source.fetchedAt} form="datetime" />
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
