import type { CaTrust } from '@notafter/domain';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './ca-trust-card.module.css';
import { trustTone } from './trust-tone.ts';
import { isTrusted } from './verdicts.ts';

interface CaTrustCardProps {
  readonly certificate: CertificateDetail;
  readonly trust: CaTrust;
}

export function CaTrustCard({ certificate, trust }: CaTrustCardProps) {
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
        {isTrusted(certificate) ? null : (
          <p className={css.note}>The score speaks of the issuer&rsquo;s name alone. This chain ends in no trusted root.</p>
        )}
      </div>
    </Panel>
  );
}
