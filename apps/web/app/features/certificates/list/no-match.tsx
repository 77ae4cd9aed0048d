import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { statusWords } from '../../../ui/badge/badge.tsx';
import { initialListState, isNarrowed, type ListState, listHref } from './list-state.ts';
import css from './list-states.module.css';

const described = (state: ListState): string => {
  const { search, status } = state;
  const what = status === 'all' ? 'No certificate' : `No certificate with status ${statusWords[status]}`;
  const where = isNarrowed(state) ? ' under these filters' : '';
  return search === '' ? `${what}${where === '' ? ' right now' : where}.` : `${what}${where} matches \u201c${search}\u201d.`;
};

/** There are certificates, but none that this filter shows. */
export function NoMatch({ state }: { readonly state: ListState }) {
  return (
    <div className={css.noMatch}>
      <strong>No match</strong>
      <p>{described(state)}</p>
      <Button
        component={Link}
        to={listHref({ ...initialListState, sort: state.sort, order: state.order, rows: state.rows })}
        size="sm"
        variant="default"
      >
        Show all certificates
      </Button>
    </div>
  );
}

interface SearchRefusedProps {
  readonly state: ListState;
  /** The server's words: what to change. */
  readonly text: string;
}

/** A link to a search that cannot be read. */
export function SearchRefused({ state, text }: SearchRefusedProps) {
  return (
    <div className={css.noMatch} role="alert">
      <strong>This search is not valid</strong>
      <p>{text}</p>
      <Button component={Link} to={listHref({ ...state, search: '', cursor: null })} size="sm" variant="default">
        Clear search
      </Button>
    </div>
  );
}
