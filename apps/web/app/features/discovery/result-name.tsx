import { plural } from '@notafter/domain';
import { Tag } from '../../ui/badge/badge.tsx';
import { Icon } from '../../ui/icons.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import css from './result-name.module.css';
import type { RunResult } from './types.ts';

interface ResultNameProps {
  readonly result: RunResult;
  /** The run may still check hosts. */
  readonly running: boolean;
  readonly opened: boolean;
  readonly detailsId: string;
  readonly onToggle: () => void;
}

/** The domain, and below it its issuer, its state and the button that opens its details. */
export function ResultName({ result, running, opened, detailsId, onToggle }: ResultNameProps) {
  const { domain, issuer, reachable, san, isNew, detail } = result;
  const shown = san.length > 0 ? plural(san.length, 'name') : detail === null ? null : 'Details';
  return (
    <>
      <span className={css.domain} title={domain}>
        {domain}
      </span>
      <span className={css.known}>
        {issuer === null ? null : (
          <span className={css.domain} title={issuer}>
            {issuer}
          </span>
        )}
        {reachable === true ? null : (
          <span className={css.part}>
            <StatusMark tone={reachable === false ? 'unreachable' : 'pending'} />
            {reachable === false ? 'Not reachable' : reachable === null && running ? 'Not checked yet' : 'Not checked'}
          </span>
        )}
        {isNew === true ? <Tag>New</Tag> : null}
        {shown === null ? null : (
          <button
            type="button"
            className={css.names}
            aria-expanded={opened}
            {...(opened ? { 'aria-controls': detailsId } : {})}
            aria-label={`${shown} of ${domain}`}
            onClick={onToggle}
          >
            {shown}
            <Icon name="chevronDown" small />
          </button>
        )}
      </span>
    </>
  );
}
