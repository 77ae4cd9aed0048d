import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { toneOfCertificate } from '../certificate-words.ts';
import { intervalText } from '../list/interval-text.ts';
import type { CertificateView } from '../types.ts';
import css from './add-screen.module.css';

/** What was found at the domain that was just added. */
export function AddedPanel({ certificate }: { readonly certificate: CertificateView }) {
  const trpc = useTRPC();
  const stats = useQuery(trpc.certificates.stats.queryOptions());
  const now = useNow();
  const { id, domain, issuer, notBefore, notAfter, lastCheckedAt } = certificate;
  return (
    <Panel label={`Added ${domain}`}>
      <div className={css.addedHead}>
        <StatusMark tone="valid" />
        <strong>Monitored from now on</strong>
        {lastCheckedAt === null ? null : (
          <span>
            Checked <AbsoluteTime value={lastCheckedAt} form="datetime" />
          </span>
        )}
      </div>
      <div className={css.addedBody}>
        <div className={css.subject}>
          <div>
            <h2>{domain}</h2>
            <p>{issuer}</p>
          </div>
          <CertificateChips certificate={certificate} />
        </div>
        {notBefore === null || notAfter === null ? null : (
          <div className={css.ruler}>
            <DayRuler life={{ notBefore, notAfter, now }} tone={toneOfCertificate(certificate)} />
          </div>
        )}
        <dl className={css.facts}>
          <dt>Domain</dt>
          <dd>{domain}</dd>
          <dt>Issuer</dt>
          <dd>{issuer ?? '\u2013'}</dd>
          <dt>Expiry date</dt>
          <dd>{notAfter === null ? '\u2013' : <AbsoluteTime value={notAfter} form="datetime" />}</dd>
          <dt>Next check</dt>
          <dd>{stats.data === undefined ? '\u2013' : `within ${intervalText(stats.data.checkIntervalHours)}`}</dd>
        </dl>
      </div>
      <div className={css.addedFoot}>
        <Button component={Link} to={`/certificates/${id}`} size="sm" variant="default">
          View Details
        </Button>
      </div>
    </Panel>
  );
}
