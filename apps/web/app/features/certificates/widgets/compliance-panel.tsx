import { Box, Text } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card/stat-card.tsx';
import type { Widgets } from '../types.ts';

type Framework = Widgets['compliance'][number];

const tones = { Compliant: 'valid', Partial: 'warning', 'Non-compliant': 'critical' } as const;

const hint = (
  <Text inherit component="span" visibleFrom="sm">
    Certificates alone, not an audit
  </Text>
);

/** How far the certificates keep the rule of each framework. */
export function CompliancePanel({ compliance }: Pick<Widgets, 'compliance'>) {
  return (
    <Panel title="Compliance Dashboard" aside={hint}>
      <StatCards label="Frameworks" least={220}>
        {compliance.map((framework) => (
          <FrameworkCard key={framework.framework} framework={framework} />
        ))}
      </StatCards>
    </Panel>
  );
}

function FrameworkCard({ framework: { framework, rule, compliant, total, percent, level } }: { readonly framework: Framework }) {
  const known = percent !== null && level !== null;
  return (
    <StatCard
      label={framework}
      aside={level === null ? <Badge tone="pending">Not known</Badge> : <Badge tone={tones[level]}>{level}</Badge>}
      value={known ? `${percent}%` : null}
      note={known ? `${countText(compliant)} of ${plural(total, 'certificate')}` : 'No certificate was seen yet.'}
    >
      {known ? (
        <Box my="xs">
          <ScoreScale score={percent} tone={tones[level]} label={`${framework}: ${percent} percent, ${level}`} />
        </Box>
      ) : null}
      <Note small>{rule}</Note>
    </StatCard>
  );
}
