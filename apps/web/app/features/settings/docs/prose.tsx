import { Fragment } from 'react';

/** A line with `code` in backticks, the only mark-up that the document's texts use. */
export function Prose({ children }: { readonly children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>));
}
