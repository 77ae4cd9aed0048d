import { Button } from '@mantine/core';
import { useCopied } from '../copy/use-copied.ts';
import { Icon } from '../icons.tsx';
import css from './code-block.module.css';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** In place of `text`, which is copied whole: a secret in it is masked. */
  readonly shown?: string;
  /** Lines are broken, so that a command of one long line is seen whole. */
  readonly wraps?: boolean;
  /** Name of the copied text, for screen readers; without it the block has no button. */
  readonly copyLabel?: string;
  /** Fills the width of a panel, without an edge. */
  readonly plain?: boolean;
}

/** A command or an answer; long lines scroll inside it. */
export function CodeBlock({ label, text, shown = text, copyLabel, plain = false, wraps = plain }: CodeBlockProps) {
  return (
    <figure className={css.block} data-plain={plain} data-wraps={wraps}>
      <figcaption>
        {label}
        {copyLabel === undefined ? null : <CopyText text={text} label={copyLabel} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </figure>
  );
}

function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const { copied, copy } = useCopied();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon name={copied ? 'check' : 'copy'} small />}
      aria-label={copied ? 'Copied' : label}
      onClick={() => copy(text)}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
