import { type CaTrust, countText, DAY_MS, plural } from '@notafter/domain';
import type { ReactNode } from 'react';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { toneOfCertificate, urgencyOf } from '../certificate-words.ts';
import type { CertificateDetail } from '../types.ts';
import { yearShare } from './expiry-banner.ts';
import css from './expiry-panel.module.css';
import { trustTone } from './trust-tone.ts';
import { chainHealth, hostnameMatch, isTrusted, notTrusted, protocolText, type Verdict } from './verdicts.ts';

interface ExpiryPanelProps {
  readonly certificate: CertificateDetail;
  readonly trust: CaTrust | null;
}

/** The largest figure of the product: how many days are left, on a ruler of all its days. */
export function ExpiryPanel({ certificate, trust }: ExpiryPanelProps) {
  const now = useNow();
  const { protocol, cipher } = certificate;
  const trusted = isTrusted(certificate);
  return (
    <Panel label="Days until expiry">
      <Hero certificate={certificate} now={now} />
      <dl className={css.verdicts}>
        <Fact label="Chain health" verdict={chainHealth(certificate, now)} />
        <Fact
          label="CA trust"
          verdict={
            trust === null
              ? { tone: 'pending', text: 'Not known' }
              : trusted
                ? { tone: trustTone(trust), text: `${trust.score} ${trust.label}` }
                : notTrusted
          }
        />
        <Fact label="Hostname" verdict={hostnameMatch(certificate)} />
        <Fact
          label="Protocol"
          verdict={{ tone: 'info', text: protocol === null ? 'Not known' : protocolText(protocol) }}
          plain
          {...(cipher === null ? {} : { note: cipher })}
        />
      </dl>
    </Panel>
  );
}

function Hero({ certificate, now }: { readonly certificate: CertificateDetail; readonly now: Date }) {
  const { daysLeft, notBefore, notAfter, status } = certificate;
  if (daysLeft === null || notAfter === null || notBefore === null) {
    return <p className={css.unseen}>No certificate was seen at this endpoint yet.</p>;
  }
  const lifeDays = Math.round((notAfter.getTime() - notBefore.getTime()) / DAY_MS);
  const share = yearShare(daysLeft);
  const expired = daysLeft < 0;
  return (
    <div className={css.hero} data-urgency={urgencyOf(status)}>
      <div>
        <div className={css.caption}>{expired ? 'Days since expiry' : 'Days until expiry'}</div>
        <div className={css.figure}>
          {countText(Math.abs(daysLeft))}
          <small>
            {expired ? ' past ' : ' of '}
            {plural(lifeDays, 'day')}
          </small>
        </div>
        <div className={css.end}>
          <AbsoluteTime value={notAfter} form="datetime" />
        </div>
        {share === null ? null : (
          <div
            className={css.year}
            role="progressbar"
            aria-label="Days left as a share of a year"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share}
          >
            <span style={{ width: `${share}%` }} />
          </div>
        )}
      </div>
      <DayRuler life={{ notBefore, notAfter, now }} tone={toneOfCertificate(certificate)} />
    </div>
  );
}

interface FactProps {
  readonly label: string;
  readonly verdict: Verdict;
  /** Without a shape: a fact that is neither good nor bad. */
  readonly plain?: boolean;
  readonly note?: ReactNode;
}

function Fact({ label, verdict, plain = false, note }: FactProps) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>
        {plain ? null : <StatusMark tone={verdict.tone} />}
        <strong>{verdict.text}</strong>
        {note === undefined ? null : <span className={css.note}>{note}</span>}
      </dd>
    </div>
  );
}
