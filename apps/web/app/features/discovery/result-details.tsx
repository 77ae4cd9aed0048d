import { Stack } from '@mantine/core';
import { LISTED_NAMES_MAX } from '@notafter/domain';
import css from './result-name.module.css';
import type { RunResult } from './types.ts';

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
