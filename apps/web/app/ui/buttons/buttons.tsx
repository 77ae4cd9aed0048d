import { ActionIcon, type ActionIconProps, Button, type ElementProps } from '@mantine/core';
import { forwardRef } from 'react';
import { Icon, type IconName } from '../icons.tsx';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  readonly icon: IconName;
  readonly label: string;
  /** The icon in its full size. */
  readonly large?: boolean;
}

/** A button that is only an icon. Also the trigger of an `ActionMenu`. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, large = false, ...button },
  ref,
) {
  return (
    <ActionIcon ref={ref} variant="subtle" color="gray" size={28} aria-label={label} {...button}>
      <Icon name={icon} small={!large} />
    </ActionIcon>
  );
});

interface RowButtonProps {
  readonly label: string;
  /** Ends the name for screen readers, e.g. with the row's: `Rename` `Laptop`. */
  readonly of?: string;
  /** Without a border, as for what is rarely used. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** Replaces the name, for a label that changes. */
  readonly 'aria-label'?: string;
  readonly 'aria-expanded'?: boolean;
  readonly onClick: () => void;
}

/** A small button of a row or of a panel's head. */
export function RowButton({ label, of, quiet = false, ...button }: RowButtonProps) {
  const look = quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' };
  return (
    <Button size="sm" aria-label={of === undefined ? undefined : `${label} ${of}`} {...look} {...button}>
      {label}
    </Button>
  );
}
