import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { useCopied } from '../../../ui/copy/use-copied.ts';
import { Icon } from '../../../ui/icons.tsx';
import css from './docs.module.css';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** Name of the copied text, for screen readers; without it the block has no button. */
  readonly copyLabel?: string;
}

/** A command or an answer; long lines scroll inside it. */
export function CodeBlock({ label, text, copyLabel }: CodeBlockProps) {
  return (
    <figure className={css.block}>
      <figcaption>
        {label}
        {copyLabel === undefined ? null : <CopyText text={text} label={copyLabel} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
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

/** A line with `code` in backticks, the only mark-up that the document's texts use. */
export function Prose({ children }: { readonly children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>));
}
