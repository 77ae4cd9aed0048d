import type { CertificateId } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import css from './add-button.module.css';
import type { Adding } from './use-adding.ts';

interface MonitoredMarkProps {
  readonly domain: string;
  /** Null where it is watched, but this page does not know under which entry. */
  readonly certificateId: CertificateId | null;
}

export function MonitoredMark({ domain, certificateId }: MonitoredMarkProps) {
  const inside = (
    <>
      <Icon name="check" small />
      Monitored
    </>
  );
  return certificateId === null ? (
    <span className={css.monitored}>{inside}</span>
  ) : (
    <Link to={`/certificates/${certificateId}`} className={css.monitored} aria-label={`Monitored: ${domain}`}>
      {inside}
    </Link>
  );
}

interface AddButtonProps extends MonitoredMarkProps {
  readonly adding: Adding;
}

/** Add to Monitoring, or the mark of what is watched already. Who pressed it by keyboard is led on to the mark, or back to it. */
export function AddButton({ domain, certificateId, adding }: AddButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  const id = certificateId ?? adding.added.get(domain);
  const busy = adding.adding.has(domain);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    // A disabled button gives the focus up; one that somebody moved on since stays where it is.
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
        <button
          type="button"
          className={css.add}
          disabled={busy}
          onClick={add}
          aria-label={`${busy ? 'Adding...' : 'Add to Monitoring'} ${domain}`}
        >
          {busy ? 'Adding...' : 'Add to Monitoring'}
        </button>
      )}
    </span>
  );
}
