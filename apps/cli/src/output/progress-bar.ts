import type { Writable } from 'node:stream';

export interface ProgressBar {
  /** `total` is null while the list is still being read. */
  update(done: number, total: number | null, note: string): void;
  /** Takes the bar off the terminal so that a line can be written in its place; the next update brings it back. */
  hide(): void;
}

interface Terminal extends Pick<Writable, 'write'> {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const BAR_CELLS = 24;
const REDRAW_MS = 100;

const count = (value: number): string => value.toLocaleString('en-US');

/** `███████░░░░░░░░░░░░░░░░░  412 of 1,000  3 critical`. */
export const formatProgress = (done: number, total: number | null, note: string): string => {
  const share = total === null || total === 0 ? 0 : done / total;
  const full = Math.min(BAR_CELLS, Math.floor(share * BAR_CELLS));
  const bar = total === null ? '' : `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}  `;
  return `${bar}${count(done)}${total === null ? ' checked' : ` of ${count(total)}`}${note === '' ? '' : `  ${note}`}`;
};

/** In one line of the terminal: one that wraps could not be taken off again. */
const fitted = (text: string, columns: number): string =>
  text.length < columns ? text : text.replace(/^[█░]+ +/, '').slice(0, columns - 1);

const silent: ProgressBar = { update: () => undefined, hide: () => undefined };

/** A bar on stderr's terminal, redrawn ten times a second at most; nothing where stderr goes elsewhere. */
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
      // A terminal that does not say how wide it is has 0 columns.
      terminal.write(`\r\u001b[K${fitted(formatProgress(done, total, note), terminal.columns || 80)}`);
    },
    hide() {
      if (!isShown) return;
      isShown = false;
      terminal.write('\r\u001b[K');
    },
  };
};
