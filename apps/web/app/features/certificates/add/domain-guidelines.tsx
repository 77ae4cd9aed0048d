import { Box, Group, Stack, Text } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { Bar } from '../../../ui/bar/bar.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { DashboardStats } from '../types.ts';

const guidelines = [
  { example: 'example.com', text: 'Uses port 443.' },
  { example: 'mail.example.com:465', text: 'Any port that speaks TLS.' },
  { example: 'eu.api.example.com', text: 'Subdomains are separate entries.' },
  { example: '[2001:db8::1]:8443', text: 'Put IPv6 addresses in brackets.' },
  { example: 'xn--hfen-loa.example', text: 'International names work in either form.' },
] as const;

export function DomainGuidelines() {
  const stats = useQuery(useTRPC().certificates.stats.queryOptions()).data;
  return (
    <Panel title="Domain guidelines" foot={stats === undefined ? null : <Usage stats={stats} />}>
      <Box component="ul" px="md" py={10}>
        {guidelines.map(({ example, text }) => (
          <Box component="li" key={example} py={6}>
            <Text size="sm" ff="monospace" c="var(--na-text)">
              {example}
            </Text>
            <Note>{text}</Note>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

/** How much of the plan is used, so that the limit does not come as a surprise. */
function Usage({ stats: { total, certificateLimit } }: { readonly stats: DashboardStats }) {
  const session = useSessionView();
  const isLimited = certificateLimit !== null;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <span>{isLimited ? `${countText(total)} of ${plural(certificateLimit, 'certificate')}` : plural(total, 'certificate')}</span>
        <Text span inherit c="dimmed">
          {session?.plan}
        </Text>
      </Group>
      {isLimited ? <Bar percent={certificateLimit === 0 ? 100 : (total / certificateLimit) * 100} /> : null}
    </Stack>
  );
}
