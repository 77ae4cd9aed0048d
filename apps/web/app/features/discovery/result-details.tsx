import { LISTED_NAMES_MAX } from '@notafter/domain';
import css from './result-row.module.css';
import type { RunResult } from './types.ts';

/** Whose word issuer and expiry are. */
const seenText = ({ seen, reachable }: RunResult): string | null => {
  if (seen === 'live') return 'Issuer and expiry are what the host serves.';
  if (seen === 'none') return null;
  return `Issuer and expiry are a log's: the host ${reachable === false ? 'did not answer' : 'was not looked at'}.`;
};

/** The names of a result's certificate (SAN), why its host was not reached, and the wildcard it suggests. */
export function ResultDetails({ result }: { readonly result: RunResult }) {
  const { domain, san, detail, wildcard } = result;
  const lines = [seenText(result), detail, wildcard === null ? null : `One entry could watch it together with others: ${wildcard}.`];
  return (
    <div className={css.detailsBody}>
      {lines.map((line) => (line === null ? null : <p key={line}>{line}</p>))}
      {san.length === 0 ? null : (
        <ul className={css.nameList} aria-label={`Names in the certificate of ${domain}`}>
          {san.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {san.length >= LISTED_NAMES_MAX ? <p>The first {LISTED_NAMES_MAX} names are shown.</p> : null}
    </div>
  );
}
