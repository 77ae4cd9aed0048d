import { Box, Text } from '@mantine/core';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { sourceLabels, sourceWord } from './discovery-texts.ts';
import type { SourceView } from './types.ts';

interface SourceCellsProps {
  readonly sources: readonly SourceView[];
  readonly isOver: boolean;
}

/** Each source with the number of names it found, its outcome, and the reason if it is not complete. */
export function SourceCells({ sources, isOver }: SourceCellsProps) {
  return (
    <Box style={{ borderTop: '1px solid var(--na-border)' }}>
      <StatCards label="Sources">
        {sources.map((source) => {
          const { label, tone } = sourceWord(source, isOver);
          const value = source.state === 'waiting' ? null : source.count;
          return (
            <StatCard key={source.source} label={sourceLabels[source.source]} tone={tone} value={value} note={label} size="sm">
              {source.reason === null ? null : <Text size="xs">{source.reason}</Text>}
              {source.reused && source.fetchedAt !== null ? (
                <Text size="xs">
                  As answered on <AbsoluteTime value={source.fetchedAt} form="datetime" />
                </Text>
              ) : null}
            </StatCard>
          );
        })}
      </StatCards>
    </Box>
  );
}
