import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { statusWords } from '../../../ui/status/status-chip.tsx';
import { initialListState, type ListState, listHref } from './list-state.ts';
import css from './list-states.module.css';

const described = ({ search, status }: ListState): string => {
  const what = status === 'all' ? 'No certificate' : `No certificate with status ${statusWords[status]}`;
  return search === '' ? `${what} right now.` : `${what} has \u201c${search}\u201d in its domain or issuer.`;
};

/** There are certificates, but none that this filter shows. */
export function NoMatch({ state }: { readonly state: ListState }) {
  return (
    <div className={css.noMatch}>
      <strong>No match</strong>
      <p>{described(state)}</p>
      <Button
        component={Link}
        to={listHref({ ...state, search: initialListState.search, status: 'all', cursor: null })}
        size="sm"
        variant="default"
      >
        Show all certificates
      </Button>
    </div>
  );
}
