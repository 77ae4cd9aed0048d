import { Box, Text } from '@mantine/core';
import type { CaTrust } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import type { CertificateDetail } from '../types.ts';
import { isTrusted, notTrusted, trustTone } from './verdicts.ts';

interface CaTrustCardProps {
  readonly certificate: CertificateDetail;
  readonly trust: CaTrust;
}

export function CaTrustCard({ certificate, trust }: CaTrustCardProps) {
  if (!isTrusted(certificate)) {
    return (
      <Panel title="CA Trust Score" aside={<Badge tone="failed">{notTrusted.text}</Badge>}>
        <Note small p="md">
          The chain does not end at a trusted root, so the issuer&rsquo;s name proves nothing.
        </Note>
      </Panel>
    );
  }
  const tone = trustTone(trust);
  return (
    <Panel
      title="CA Trust Score"
      aside={
        <>
          <strong>{trust.score}</strong>
          <Text span inherit data-tone={tone} c="var(--tone-fg)">
            {trust.label}
          </Text>
        </>
      }
    >
      <Box p="md">
        <ScoreScale score={trust.score} tone={tone} label={`CA Trust Score ${trust.score} of 100, ${trust.label}`} />
      </Box>
    </Panel>
  );
}
