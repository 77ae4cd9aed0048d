import type { CaTrust } from '@notafter/domain';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './ca-trust-card.module.css';
import { trustTone } from './trust-tone.ts';
import { isTrusted, notTrusted } from './verdicts.ts';

interface CaTrustCardProps {
  readonly certificate: CertificateDetail;
  readonly trust: CaTrust;
}

export function CaTrustCard({ certificate, trust }: CaTrustCardProps) {
  if (!isTrusted(certificate)) return <NotTrusted />;
  const tone = trustTone(trust);
  return (
    <Panel
      title="CA Trust Score"
      aside={
        <>
          <strong className={css.score}>{trust.score}</strong>
          <span className={css.label} data-tone={tone}>
            {trust.label}
          </span>
        </>
      }
    >
      <div className={css.body}>
        <ScoreScale score={trust.score} tone={tone} label={`CA Trust Score ${trust.score} of 100, ${trust.label}`} />
      </div>
    </Panel>
  );
}

function NotTrusted() {
  return (
    <Panel
      title="CA Trust Score"
      aside={
        <span className={css.distrust}>
          <StatusMark tone={notTrusted.tone} />
          {notTrusted.text}
        </span>
      }
    >
      <div className={css.body}>
        <p className={css.note}>The chain does not end at a trusted root, so the issuer&rsquo;s name proves nothing.</p>
      </div>
    </Panel>
  );
}
