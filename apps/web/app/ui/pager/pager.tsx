import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { IconButton } from '../buttons/buttons.tsx';
import css from './pager.module.css';

interface PageSizesProps<Size extends number> {
  readonly sizes: readonly Size[];
  readonly value: Size;
  readonly onChange: (size: Size) => void;
}

/** `Rows 10 · 25 · 50` */
export function PageSizes<Size extends number>({ sizes, value, onChange }: PageSizesProps<Size>) {
  return (
    <fieldset className={css.sizes}>
      <VisuallyHidden component="legend">Rows per page</VisuallyHidden>
      <span aria-hidden="true">Rows</span>
      {sizes.map((size, index) => (
        <Fragment key={size}>
          {index === 0 ? null : <span aria-hidden="true">·</span>}
          <button type="button" className={css.size} aria-pressed={size === value} onClick={() => onChange(size)}>
            {size}
          </button>
        </Fragment>
      ))}
    </fieldset>
  );
}

interface PagerProps {
  /** `1–10 of 48` */
  readonly text: string;
  /** Null at that end of the list. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

export function Pager({ text, onPrevious, onNext }: PagerProps) {
  const single = onPrevious === null && onNext === null;
  return (
    <span className={css.pager}>
      <span className={css.text} role="status">
        {text}
      </span>
      {single ? null : (
        <>
          <IconButton
            icon="chevronLeft"
            label="Previous"
            className={css.step ?? ''}
            disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          />
          <IconButton icon="chevronRight" label="Next" className={css.step ?? ''} disabled={onNext === null} onClick={() => onNext?.()} />
        </>
      )}
    </span>
  );
}
