import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './with-aside.module.css';

interface WithAsideProps {
  /** Cards of 300 pixels beside the main part. */
  readonly aside: ReactNode;
  /** Width in pixels that the main part needs. With less room the cards move below it. */
  readonly least: number;
  readonly children: ReactNode;
}

/** The main part of a screen with a column of cards. */
export function WithAside({ aside, least, children }: WithAsideProps) {
  return (
    <div className={css.room} style={{ '--least': `${least}px` }}>
      <Stack className={css.main ?? ''}>{children}</Stack>
      <Stack className={css.aside ?? ''}>{aside}</Stack>
    </div>
  );
}
