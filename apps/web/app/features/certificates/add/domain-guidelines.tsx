import { countText, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import css from './add-screen.module.css';

const guidelines = [
  { example: 'example.com', text: 'Port 443 is assumed.' },
  { example: 'mail.example.com:465', text: 'Any port that speaks TLS.' },
  { example: 'eu.api.example.com', text: 'Subdomains are separate entries.' },
  { example: '[2001:db8::1]:8443', text: 'IPv6 addresses stand in brackets.' },
  { example: 'xn--hfen-loa.example', text: 'Names outside ASCII work in either form.' },
] as const;

export function DomainGuidelines() {
  return (
    <Panel title="Domain guidelines">
      <ul className={css.guidelines}>
        {guidelines.map(({ example, text }) => (
          <li key={example}>
            <code>{example}</code>
            {text}
          </li>
        ))}
      </ul>
      <Usage />
    </Panel>
  );
}

/** How much of the plan is used, so that its limit comes as no surprise. */
function Usage() {
  const trpc = useTRPC();
  const stats = useQuery(trpc.certificates.stats.queryOptions());
  const session = useSessionView();
  if (stats.data === undefined) return null;
  const { total, certificateLimit } = stats.data;
  const used = certificateLimit === null ? null : `${countText(total)} of ${plural(certificateLimit, 'certificate')}`;
  return (
    <div className={css.usage}>
      <div className={css.usageText}>
        <span>{used ?? plural(total, 'certificate')}</span>
        <span>{session?.plan}</span>
      </div>
      {certificateLimit === null ? null : (
        <div className={css.bar} aria-hidden="true">
          <span style={{ width: `${Math.min(100, certificateLimit === 0 ? 100 : (total / certificateLimit) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}
