import { useRef } from 'react';

/** How something was chosen: arrow keys choose on their way, so only a press of a pointer may scroll the page. */
export type ChosenBy = 'pointer' | 'keyboard';

/** Handlers of a radio's label, and how the last change came about. */
export function useChosenBy() {
  const pressed = useRef(false);
  return {
    handlers: {
      onPointerDown: (): void => {
        pressed.current = true;
      },
      onKeyDown: (): void => {
        pressed.current = false;
      },
    },
    by: (): ChosenBy => (pressed.current ? 'pointer' : 'keyboard'),
  };
}
