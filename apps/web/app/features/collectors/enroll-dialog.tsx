import { Button, Group, Stack, Text } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useState } from 'react';
import { ChoiceCard, ChoiceCards } from '../../ui/choice/choice-cards.tsx';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { useCopied } from '../../ui/copy/use-copied.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note/note.tsx';
import { enrollCommand, enrollForms, formWords } from './enroll-commands.ts';
import type { NewCollector } from './types.ts';

const SHOWN_CHARACTERS = 8;

interface EnrollDialogProps {
  readonly added: NewCollector;
  /** Its program was revoked: what is left of it on the machine is replaced. */
  readonly isAgain?: boolean;
  readonly onClose: () => void;
}

/** Shows the token of a collector once, in the command that enrolls its program. */
export default function EnrollDialog({ added: { collector, token }, isAgain = false, onClose }: EnrollDialogProps) {
  const [form, setForm] = useState<(typeof enrollForms)[number]>(enrollForms[0]);
  const [isShown, setShown] = useState(false);
  const { copied, copy } = useCopied();
  const isOffline = collector.carriedEverySeconds !== null;
  const options = { isOffline, isAgain };
  const command = enrollCommand(form, token, options);
  const masked = `${token.slice(0, SHOWN_CHARACTERS)}…`;
  return (
    <Dialog
      title={`Enroll ${collector.name}`}
      size={620}
      onlyByButton
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          Run this command on a machine inside the network. Its token works once
          {collector.tokenExpiresAt === null ? '' : `, until ${dateTimeText(collector.tokenExpiresAt)}`}. It is stored as a hash and cannot
          be shown again.
        </Text>
        <ChoiceCards label="How the collector runs" least={150}>
          {enrollForms.map((one) => (
            <ChoiceCard
              key={one}
              group="enroll-form"
              title={formWords[one].title}
              note={formWords[one].note}
              chosen={one === form}
              onChoose={() => setForm(one)}
            />
          ))}
        </ChoiceCards>
        <CodeBlock label="Command" text={command} shown={isShown ? command : enrollCommand(form, masked, options)} wraps />
        <Group gap="xs">
          <Button data-autofocus leftSection={<Icon name={copied ? 'check' : 'copy'} small />} onClick={() => copy(command)}>
            {copied ? 'Copied' : 'Copy Command'}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name={isShown ? 'eyeOff' : 'eye'} small />}
            aria-pressed={isShown}
            onClick={() => setShown((shown) => !shown)}
          >
            {isShown ? 'Hide Token' : 'Show Token'}
          </Button>
        </Group>
        <Note>
          {formWords[form].next} It probes only what its own file allows: /etc/notafter/collector.yaml.
          {isOffline ? ' It never connects to this server: notafter-collector export FOLDER writes the bundles to carry here.' : ''}
        </Note>
      </Stack>
    </Dialog>
  );
}
