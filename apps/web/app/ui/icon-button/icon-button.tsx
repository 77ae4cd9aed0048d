import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import { Icon, type IconName } from '../icons.tsx';

type ButtonProps = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label' | 'children'>;

interface IconButtonProps extends Omit<ActionIconProps, 'children'>, ButtonProps {
  readonly icon: IconName;
  /** The verb and its object: the button has no text. */
  readonly label: string;
  /** The icon in its full size. */
  readonly large?: boolean;
}

/** A quiet button of one icon; `variant="default"` gives it an edge. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(({ icon, label, large = false, ...button }, ref) => (
  <ActionIcon ref={ref} variant="subtle" color="gray" size={28} aria-label={label} {...button}>
    <Icon name={icon} small={!large} />
  </ActionIcon>
));
