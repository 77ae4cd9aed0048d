import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useMay } from '../../shell/session.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import css from './reports.module.css';

/** The page's policy holds in the frame too, and refuses its style element: the colors of a dark mail program. */
const withoutStyles = (html: string): string => html.replace(/<style>[^<]*<\/style>/, '');

/** The mail itself, in a frame without scripts, forms, links or our origin. */
export default function PreviewPanel() {
  const { reports } = useTRPC();
  const [shown, setShown] = useState(false);
  const mayTest = useMay('reports/test-report');
  const preview = useQuery({ ...reports.preview.queryOptions(), enabled: shown });
  const test = useAction(reports.test.mutationOptions(), {
    done: ({ sentTo }) => `Test sent to ${sentTo}`,
    failed: 'Failed to send the test',
  });
  const actions = (
    <Group gap="sm">
      {shown ? null : (
        <Button variant="default" size="sm" onClick={() => setShown(true)}>
          Show Preview
        </Button>
      )}
      {mayTest ? (
        <Button variant="default" size="sm" loading={test.pending} onClick={() => void test.run()}>
          Send Me a Test
        </Button>
      ) : null}
    </Group>
  );
  return (
    <Panel title="Preview" aside={actions}>
      {shown ? (
        <QueryPanel query={preview} failed="The preview did not load">
          {({ subject, html }) => <iframe className={css.mail} title={subject} sandbox="" srcDoc={withoutStyles(html)} />}
        </QueryPanel>
      ) : (
        <EmptyState
          plain
          title="The report as of now"
          text="A preview has the current figures. A test also has the attached file, and goes only to you."
        />
      )}
    </Panel>
  );
}
