import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { statusWords } from '../../../ui/badge/badge.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { initialListState, isNarrowed, type ListState, listHref, useListState } from './list-state.ts';

const described = (state: ListState): string => {
  const { search, status } = state;
  const what = status === 'all' ? 'No certificate' : `No certificate with status ${statusWords[status]}`;
  const where = isNarrowed(state) ? ' under these filters' : '';
  return search === '' ? `${what}${where === '' ? ' right now' : where}.` : `${what}${where} matches \u201c${search}\u201d.`;
};

/** The state of a list whose filter matches no certificate. */
export function NoMatch() {
  const [state] = useListState();
  const { sort, order, rows } = state;
  return (
    <EmptyState plain title="No match" text={described(state)}>
      <Button component={Link} to={listHref({ ...initialListState, sort, order, rows })} size="sm" variant="default">
        Show all certificates
      </Button>
    </EmptyState>
  );
}

/** The state of a link whose search has a syntax error. `text` is the server's, and says what to change. */
export function SearchRefused({ text }: { readonly text: string }) {
  const [state] = useListState();
  return (
    <div role="alert">
      <EmptyState plain title="This search is not valid" text={text}>
        <Button component={Link} to={listHref({ ...state, search: '', cursor: null })} size="sm" variant="default">
          Clear search
        </Button>
      </EmptyState>
    </div>
  );
}
