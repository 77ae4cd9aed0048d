import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { type CertificateId, countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/banner/banner.tsx';
import { Icon } from '../../ui/icons.tsx';
import { hintText } from './discovery-texts.ts';
import type { Hint } from './types.ts';
import type { Adding } from './use-adding.ts';

interface MonitoredMarkProps {
  readonly domain: string;
  /** Null if it is monitored, but this page does not know which entry monitors it. */
  readonly certificateId: CertificateId | null;
}

export function MonitoredMark({ domain, certificateId }: MonitoredMarkProps) {
  const inside = (
    <Group component="span" gap={6} wrap="nowrap" c="var(--na-valid-fg)" mih={28} fz="sm">
      <Icon name="check" small />
      Monitored
    </Group>
  );
  if (certificateId === null) return inside;
  return (
    <Anchor component={Link} to={`/certificates/${certificateId}`} aria-label={`Monitored: ${domain}`} display="inline-block">
      {inside}
    </Anchor>
  );
}

interface AddButtonProps extends MonitoredMarkProps {
  readonly adding: Adding;
}

/** Add to Monitoring, or a badge if it is monitored. Keyboard focus moves to the badge, or back to the button. */
export function AddButton({ domain, certificateId, adding }: AddButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  const id = certificateId ?? adding.added.get(domain);
  const busy = adding.adding.has(domain);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    // A disabled button loses the focus. Focus that moved elsewhere stays there.
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [busy]);
  const add = (): void => {
    pressed.current = true;
    void adding.addOne(domain);
  };
  return (
    <span ref={place}>
      {id !== undefined ? (
        <MonitoredMark domain={domain} certificateId={id} />
      ) : (
        <Button
          size="sm"
          variant="default"
          miw={128}
          disabled={busy}
          onClick={add}
          aria-label={`${busy ? 'Adding...' : 'Add to Monitoring'} ${domain}`}
        >
          {busy ? 'Adding...' : 'Add to Monitoring'}
        </Button>
      )}
    </span>
  );
}

interface WildcardNoticeProps {
  readonly hints: readonly Hint[];
  /** Null if the role may not add certificates. */
  readonly adding: Adding | null;
}

const titleOf = ({ wildcard, reason }: Hint): string => `${reason === 'san' ? 'Wildcard in use' : 'Wildcard suggested'}: ${wildcard}`;

/** Wildcards that could each replace several entries. The others show on demand. */
export function WildcardNotice({ hints, adding }: WildcardNoticeProps) {
  const [all, setAll] = useState(false);
  const [first, ...others] = hints;
  if (first === undefined) return null;
  const shown = all ? hints : [first];
  return (
    <Stack component="section" gap="xs" aria-label="Wildcard suggestions">
      {shown.map((hint) => (
        <Banner key={hint.wildcard} tone="info">
          <Group gap="xs" align="flex-start">
            <Box flex="1 1 240px" miw={0}>
              <strong>{titleOf(hint)}</strong>
              <Text size="sm">{hintText(hint)}</Text>
            </Box>
            {hint.domain === null ? null : adding !== null ? (
              <AddButton domain={hint.domain} certificateId={hint.certificateId} adding={adding} />
            ) : hint.certificateId === null ? null : (
              <MonitoredMark domain={hint.domain} certificateId={hint.certificateId} />
            )}
          </Group>
        </Banner>
      ))}
      {others.length === 0 ? null : (
        <Button size="sm" variant="subtle" color="gray" w="fit-content" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show the first only' : `Show ${countText(others.length)} more`}
        </Button>
      )}
    </Stack>
  );
}
