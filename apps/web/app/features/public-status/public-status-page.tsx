import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { dateTimeText, type PublicState, publicProblems, STATUS_DAYS } from '@notafter/domain';
import { Badge } from '../../ui/badge/badge.tsx';
import { Item, ItemList } from '../../ui/item-list/item-list.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { DayRun, ShownEndpoint, ShownStatus } from './day-runs.ts';
import css from './public-status.module.css';

const badges = {
  ok: { tone: 'valid', word: 'OK' },
  expiring: { tone: 'warning', word: 'Expires soon' },
  problem: { tone: 'expired', word: 'Problem' },
} as const satisfies Record<PublicState, unknown>;

const headlines: Readonly<Record<PublicState, string>> = {
  ok: 'All certificates are in order',
  expiring: 'A certificate expires soon',
  problem: 'A certificate has a problem',
};

/** The page that strangers see of an organization's endpoints. */
export function PublicStatusPage({ address, status }: { readonly address: string; readonly status: ShownStatus }) {
  const { title, state, readAt, endpoints, incidents } = status;
  return (
    <Box component="main" maw={860} mx="auto" px="md" py="xl">
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Group justify="space-between" gap="xs">
          {endpoints.length === 0 ? null : (
            <Group gap="xs">
              <Badge tone={badges[state].tone}>{badges[state].word}</Badge>
              <Text fw={600}>{headlines[state]}</Text>
            </Group>
          )}
          <Text size="sm" c="dimmed">
            Read at {dateTimeText(readAt)}
          </Text>
        </Group>
        <Panel title={`Last ${STATUS_DAYS} days`}>
          {endpoints.length === 0 ? (
            <EmptyState plain title="No endpoints" text="Nothing is shown here yet." />
          ) : (
            <ItemList label="Endpoints">
              {endpoints.map((endpoint) => (
                <Item
                  key={endpoint.domain}
                  title={endpoint.domain}
                  action={<Badge tone={badges[endpoint.state].tone}>{badges[endpoint.state].word}</Badge>}
                >
                  <Days runs={endpoint.runs} percent={endpoint.goodDaysPercent} />
                  {sentenceOf(endpoint)}
                </Item>
              ))}
            </ItemList>
          )}
        </Panel>
        <Panel title="Problems">
          {incidents.length === 0 ? (
            <EmptyState plain title="No problems" text={`None in the last ${STATUS_DAYS} days.`} />
          ) : (
            <ItemList label="Problems">
              {incidents.map(({ domain, problem, from, until }) => (
                <Item key={`${domain} ${problem} ${from.toISOString()}`} title={domain}>
                  {publicProblems[problem]}{' '}
                  {until === null ? `Since ${dateTimeText(from)}.` : `${dateTimeText(from)} to ${dateTimeText(until)}.`}
                </Item>
              ))}
            </ItemList>
          )}
        </Panel>
        <Text size="sm" c="dimmed">
          As{' '}
          <Anchor underline="always" href={`/v1/status/${address}`}>
            JSON
          </Anchor>
          ,{' '}
          <Anchor underline="always" href={`/v1/status/${address}/feed.rss`}>
            RSS
          </Anchor>{' '}
          or a{' '}
          <Anchor underline="always" href={`/v1/status/${address}/badge.svg`}>
            badge
          </Anchor>
          . Watched by Notafter.
        </Text>
      </Stack>
    </Box>
  );
}

const sentenceOf = ({ problems, notAfter, daysLeft }: ShownEndpoint): string => {
  const [first] = problems;
  if (first !== undefined && first !== 'expired') return publicProblems[first];
  if (notAfter === null || daysLeft === null) return 'Not reached yet.';
  return daysLeft < 0 ? `Expired on ${dateTimeText(notAfter)}.` : `Expires on ${dateTimeText(notAfter)}.`;
};

function Days({ runs, percent }: { readonly runs: readonly DayRun[]; readonly percent: number | null }) {
  const bad = runs.reduce((sum, { state, length }) => (state === 'problem' ? sum + length : sum), 0);
  const text = percent === null ? 'No day is known yet' : `${percent} % of the days without a problem, ${bad} with one`;
  const starts = runs.map((_, index) => runs.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <svg className={css.days} viewBox={`0 0 ${STATUS_DAYS} 10`} preserveAspectRatio="none" role="img" aria-label={text}>
        {runs.map(({ state, length }, index) => (
          <rect key={starts[index]} x={starts[index]} width={length} height={10} data-state={state} />
        ))}
      </svg>
      <Text component="span" size="sm" className={css.percent ?? ''}>
        {percent === null ? '–' : `${percent} %`}
      </Text>
    </Group>
  );
}
