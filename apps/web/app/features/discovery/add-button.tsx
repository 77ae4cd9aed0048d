import { Anchor, Button, Group } from '@mantine/core';
import type { CertificateId } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
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
