import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { COST_ASSUMPTION_MAX, type CostAssumptions, countText, dollarsText, estimateCost, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { Bar } from '../../ui/bar/bar.tsx';
import { FactList } from '../../ui/fact-list/fact-list.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import css from './analytics.module.css';
import type { TeamAnalytics } from './types.ts';

/** Lifetimes and the estimated cost. */
export function TeamPanels() {
  const query = useQuery(useTRPC().analytics.team.queryOptions());
  return (
    <UntilLoaded label="Team Analytics" query={query} failed="The figures did not load">
      {({ lifecycle, cost }) => (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <LifecyclePanel lifecycle={lifecycle} />
          <CostPanel cost={cost} />
        </SimpleGrid>
      )}
    </UntilLoaded>
  );
}

function LifecyclePanel({ lifecycle }: Pick<TeamAnalytics, 'lifecycle'>) {
  const most = Math.max(1, ...lifecycle.map(({ count }) => count));
  const longest = lifecycle.at(-1)?.count ?? 0;
  return (
    <Panel
      title="Lifecycle"
      foot={
        longest === 0 ? null : (
          <Note small>
            {plural(longest, 'certificate')} {longest === 1 ? 'lives' : 'live'} for longer than a public CA may issue today.
          </Note>
        )
      }
    >
      <ul className={css.bars}>
        {lifecycle.map(({ text, count, upToDays }) => (
          <li key={text} data-tone={upToDays === null ? 'warning' : 'valid'}>
            {text}
            <Bar percent={(100 * count) / most} />
            <b>{countText(count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Whole dollars within the limits, whatever was typed. */
const amountOf = (typed: string): number => Math.min(COST_ASSUMPTION_MAX, Math.max(0, Math.floor(Number(typed)) || 0));

const assumptionLabels: Readonly<Record<keyof CostAssumptions, string>> = {
  wildcardGroup: 'A wildcard group',
  extraDomain: 'An extra domain',
  individual: 'A single certificate',
};

function CostPanel({ cost }: Pick<TeamAnalytics, 'cost'>) {
  const [assumptions, setAssumptions] = useState(cost.assumptions);
  const { annual, individual, savings, savingsPercent } = estimateCost(cost, assumptions);
  const names: readonly (keyof CostAssumptions)[] = ['wildcardGroup', 'extraDomain', 'individual'];
  return (
    <Panel
      title="Estimated annual cost"
      aside={
        savings > 0 ? (
          <Text size="sm" c="var(--na-valid-fg)">
            {savingsPercent}% saved by grouping
          </Text>
        ) : null
      }
      foot={<Note small>An estimate. Actual savings may vary.</Note>}
    >
      <Stack gap="sm" px="md" py="sm">
        <Group component="p" gap="xs" align="baseline">
          <Text component="strong" fz="figure" lh="figure" fw={550} c="var(--na-text)">
            {dollarsText(annual)}
          </Text>
          with {plural(cost.wildcardGroups, 'wildcard group')} and {plural(cost.extraDomains, 'extra domain')}
        </Group>
        <FactList
          facts={[
            ['Individual estimate', dollarsText(individual)],
            ['Savings', dollarsText(savings)],
          ]}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {names.map((name) => (
            <TextInput
              key={name}
              size="sm"
              type="number"
              min={0}
              max={COST_ASSUMPTION_MAX}
              label={assumptionLabels[name]}
              leftSection="$"
              value={assumptions[name]}
              onChange={({ currentTarget: { value } }) => setAssumptions({ ...assumptions, [name]: amountOf(value) })}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Panel>
  );
}
