import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useHydrated } from '../../theme/hydrated.ts';
import { IconButton } from '../buttons/buttons.tsx';
import { Hint } from '../hint/hint.tsx';
import type { IconName } from '../icons.tsx';

const next = { light: 'dark', dark: 'auto', auto: 'light' } as const satisfies Record<MantineColorScheme, MantineColorScheme>;
const icons = { light: 'sun', dark: 'moon', auto: 'auto' } as const satisfies Record<MantineColorScheme, IconName>;

/** For public screens: light, dark, auto, light. The server does not know the choice, so the first paint says auto. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useHydrated() ? colorScheme : 'auto';
  return (
    <Hint text={`Theme: ${shown}`} align="end">
      <IconButton
        icon={icons[shown]}
        label={`Theme: ${shown}. Change to ${next[shown]}`}
        large
        size={32}
        onClick={() => setColorScheme(next[shown])}
      />
    </Hint>
  );
}
