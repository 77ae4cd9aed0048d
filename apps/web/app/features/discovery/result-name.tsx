import { Stack } from '@mantine/core';
import { LISTED_NAMES_MAX, plural } from '@notafter/domain';
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

/** The source of issuer and expiry. */
const seenText = ({ seen, reachable }: RunResult): string | null => {
  if (seen === 'live') return 'The host serves this issuer and expiry.';
  if (seen === 'none') return null;
  return `A certificate log gave issuer and expiry: the host ${reachable === false ? 'did not answer' : 'was not checked'}.`;
};

/** The names of a result's certificate (SAN), why its host was not reached, and the wildcard that it suggests. */
export function ResultDetails({ id, result }: { readonly id: string; readonly result: RunResult }) {
  const { domain, san, detail, wildcard } = result;
  const lines = [seenText(result), detail, wildcard === null ? null : `One entry could monitor it together with others: ${wildcard}.`];
  return (
    <Stack id={id} gap={4}>
      {lines.map((line) => (line === null ? null : <p key={line}>{line}</p>))}
      {san.length === 0 ? null : (
        <ul className={css.list} aria-label={`Names in the certificate of ${domain}`}>
          {san.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {san.length >= LISTED_NAMES_MAX ? <p>The first {LISTED_NAMES_MAX} names are shown.</p> : null}
    </Stack>
  );
}
