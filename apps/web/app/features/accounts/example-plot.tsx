import { Box, Group, Text, Title } from '@mantine/core';
import { addMs, DAY_MS, statusOf } from '@notafter/domain';
import { Fragment } from 'react';
import { Horizon, HorizonAxis } from '../../ui/lifeline/horizon.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import css from './accounts.module.css';

/** A drawing, not data: any instant does, and a fixed one draws the same on the server and in the browser. */
const now = new Date('2026-01-01T00:00:00Z');

const example = (host: string, ageDays: number, daysLeft: number) => ({
  host,
  status: statusOf(addMs(now, daysLeft * DAY_MS), now),
  life: { notBefore: addMs(now, -ageDays * DAY_MS), notAfter: addMs(now, daysLeft * DAY_MS), now },
});

const rows = [
  example('legacy-portal.example', 200, -4),
  example('mail.example:465', 88, 3),
  example('api.example', 75, 16),
  example('shop.example', 62, 28.5),
  example('www.example', 26, 62),
  example('cdn.example', 9, 79),
  example('payments.example', 276, 121),
  example('vault.int.example', 700, 900),
];

const legend = [
  { tone: 'expired', text: 'Expired' },
  { tone: 'critical', text: '7 days or fewer' },
  { tone: 'warning', text: '30 days or fewer' },
  { tone: 'valid', text: 'More than 30 days' },
] as const;

/** The product in one picture, beside the sign-in form. */
export function ExamplePlot() {
  return (
    <aside className={css.plot}>
      <Box w="100%" maw={620} mx="auto">
        <Title order={2} maw={460} fz="h1" lh="h1">
          Every certificate has a last day. See them all on one line.
        </Title>
        <Text maw={460} mt="xs" mb="lg">
          Notafter checks each endpoint day and night, keeps its history and shows what ends next.
        </Text>
        <div aria-hidden="true" className={css.rows}>
          <span />
          <HorizonAxis />
          {rows.map(({ host, status, life }) => (
            <Fragment key={host}>
              <Text size="sm" {...(status === 'expired' ? { fw: 600, c: 'var(--na-text)' } : {})}>
                {host}
              </Text>
              <Horizon life={life} tone={status} />
            </Fragment>
          ))}
        </div>
        <Group component="ul" gap="xs" mt="lg" fz="sm">
          {legend.map(({ tone, text }) => (
            <Group component="li" key={tone} gap={7} mr="sm">
              <StatusMark tone={tone} />
              {text}
            </Group>
          ))}
        </Group>
      </Box>
    </aside>
  );
}
