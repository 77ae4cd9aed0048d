import type { Writable } from 'node:stream';
import { countText } from '@notafter/domain';

export interface ProgressBar {
  /** `total` is null while the list is being read. */
  update(done: number, total: number | null, note: string): void;
  /** Clears the bar so that a line can be written in its place; the next update draws it again. */
  hide(): void;
}

interface Terminal extends Pick<Writable, 'write'> {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const BAR_CELLS = 24;
const REDRAW_MS = 100;

/** `███████░░░░░░░░░░░░░░░░░  412 of 1,000  3 critical`. */
export const formatProgress = (done: number, total: number | null, note: string): string => {
  const share = total === null || total === 0 ? 0 : done / total;
  const full = Math.min(BAR_CELLS, Math.floor(share * BAR_CELLS));
  const bar = total === null ? '' : `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}  `;
  return `${bar}${countText(done)}${total === null ? ' checked' : ` of ${countText(total)}`}${note === '' ? '' : `  ${note}`}`;
};

/** Fits one terminal line: a wrapped bar could not be cleared. */
const fitted = (text: string, columns: number): string =>
  text.length < columns ? text : text.replace(/^[█░]+ +/, '').slice(0, columns - 1);

const silent: ProgressBar = { update: () => undefined, hide: () => undefined };

/** Creates a bar on stderr, redrawn at most ten times a second; does nothing if stderr is not a terminal. */
export const createProgressBar = (terminal: Terminal, env: Readonly<Record<string, string | undefined>>): ProgressBar => {
  if (terminal.isTTY !== true || env.TERM === 'dumb') return silent;
  let isShown = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(done, total, note) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      isShown = true;
      // A terminal of unknown width reports 0 columns.
      terminal.write(`\r\u001b[K${fitted(formatProgress(done, total, note), terminal.columns || 80)}`);
    },
    hide() {
      if (!isShown) return;
      isShown = false;
      terminal.write('\r\u001b[K');
    },
  };
};
