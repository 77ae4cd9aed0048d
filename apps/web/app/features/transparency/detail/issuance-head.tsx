import { Button, Group, Title } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/breadcrumbs.tsx';
import { StateChips } from '../state-chips.tsx';
import { namesText, stateSentence } from '../transparency-texts.ts';
import type { IssuanceDetail } from '../types.ts';
import { useTransparencyActions } from '../use-transparency.ts';

const tones = { served: 'valid', known_key: 'warning', expected: 'info', unknown: 'critical' } as const;

/** The way back, the names with the state in words, and the verdict of the organization. */
export function IssuanceHead({ issuance }: { readonly issuance: IssuanceDetail }) {
  const { id, names, state, learned, verdict, isAlerted, acknowledgedAt } = issuance;
  const mayJudge = useMay('transparency/judge-issuance');
  const { judge, acknowledge } = useTransparencyActions();
  const name = namesText(names);
  const send = (next: IssuanceDetail['verdict']) => () => void judge.run({ id, verdict: next });
  return (
    <>
      <Breadcrumbs above={[{ to: '/transparency', label: 'Transparency' }]}>{name}</Breadcrumbs>
      <Group gap="sm">
        <Group gap="sm" flex="1 1 auto">
          <Title order={2} size="h1" style={wrapsAnywhere}>
            {name}
          </Title>
          <StateChips issuance={issuance} />
        </Group>
        {mayJudge ? (
          <Group gap="sm">
            {verdict === null ? (
              <>
                {isAlerted && acknowledgedAt === null ? (
                  <Button variant="default" disabled={acknowledge.pending} onClick={() => void acknowledge.run({ id })}>
                    Acknowledge
                  </Button>
                ) : null}
                <Button variant="default" disabled={judge.pending} onClick={send('ours')}>
                  Ours
                </Button>
                <Button variant="default" c="var(--na-expired-fg)" disabled={judge.pending} onClick={send('not_ours')}>
                  Not Ours
                </Button>
              </>
            ) : (
              <Button variant="default" disabled={judge.pending} onClick={send(null)}>
                Take Back Verdict
              </Button>
            )}
          </Group>
        ) : null}
      </Group>
      <Banner tone={state === 'unknown' && (learned || verdict === 'ours') ? 'info' : tones[state]}>
        {[stateSentence(issuance), nextStep(issuance)].join(' ').trim()}
      </Banner>
    </>
  );
}

const nextStep = ({ state, learned, verdict, verdictBy, verdictAt, isAlerted, ...alert }: IssuanceDetail): string => {
  if (verdict !== null) {
    const by = verdictBy === null || verdictAt === null ? '' : ` by ${verdictBy} on ${dateTimeText(verdictAt)}`;
    return `Marked as ${verdict === 'ours' ? 'ours' : 'not ours'}${by}.`;
  }
  const { acknowledgedBy, acknowledgedAt } = alert;
  const acknowledged =
    acknowledgedBy === null || acknowledgedAt === null ? '' : ` Acknowledged by ${acknowledgedBy} on ${dateTimeText(acknowledgedAt)}.`;
  if (state !== 'unknown') return isAlerted ? `An alert is open.${acknowledged}` : '';
  const ask = 'Ask who ordered it, then mark it as ours or not ours.';
  return learned
    ? `We found it in the learning phase of the domain, or it was issued before the end of it, so we did not alert you. ${ask}`
    : `${ask}${acknowledged}`;
};

const wrapsAnywhere = { overflowWrap: 'anywhere' } as const;
