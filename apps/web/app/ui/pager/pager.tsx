import { ActionIcon } from '@mantine/core';
import { Fragment } from 'react';
import { Icon } from '../icons.tsx';
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
      <legend className={css.legend}>Rows per page</legend>
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
  const quiet = { variant: 'subtle', color: 'gray', size: 28 } as const;
  return (
    <span className={css.pager}>
      <span className={css.text} role="status">
        {text}
      </span>
      {single ? null : (
        <>
          <ActionIcon
            {...quiet}
            className={css.step ?? ''}
            aria-label="Previous"
            disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          >
            <Icon name="chevronLeft" small />
          </ActionIcon>
          <ActionIcon {...quiet} className={css.step ?? ''} aria-label="Next" disabled={onNext === null} onClick={() => onNext?.()}>
            <Icon name="chevronRight" small />
          </ActionIcon>
        </>
      )}
    </span>
  );
}
