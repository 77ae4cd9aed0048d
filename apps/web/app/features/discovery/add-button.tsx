import type { CertificateId } from '@notafter/domain';
import { Link } from '@remix-run/react';
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

/** Add to Monitoring, or the mark of what is watched already. */
export function AddButton({ domain, certificateId, adding }: AddButtonProps) {
  const id = certificateId ?? adding.added.get(domain);
  if (id !== undefined) return <MonitoredMark domain={domain} certificateId={id} />;
  const busy = adding.adding.has(domain);
  return (
    <button
      type="button"
      className={css.add}
      disabled={busy}
      onClick={() => void adding.addOne(domain)}
      aria-label={`${busy ? 'Adding...' : 'Add to Monitoring'} ${domain}`}
    >
      {busy ? 'Adding...' : 'Add to Monitoring'}
    </button>
  );
}
