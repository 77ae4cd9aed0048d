import { countText, healthBand, healthPoints, percentText, riskBand, riskPoints, type StatusPoints } from '@notafter/domain';
import { Badge } from '../../ui/badge/badge.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { ScoreScale } from '../../ui/score/score-scale.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { healthText } from '../certificates/list/health-panel.tsx';
import css from './analytics.module.css';
import type { Analytics } from './types.ts';

const RISK_BANDS = [40, 60, 70, 80] as const;

type Figures = Pick<Analytics, 'expired' | 'critical' | 'expiring' | 'healthy' | 'total'>;

/** Counts that lower the scores, with the points of one certificate. */
const partsOf = ({ expired, critical, expiring }: Figures, points: StatusPoints) =>
  [
    { count: expired, word: 'expired', each: points.expired },
    { count: critical, word: 'critical', each: points.critical },
    { count: expiring, word: 'expiring soon', each: points.warning },
  ].filter(({ count }) => count > 0);

const NOTHING = 'No certificate is expired or expires within 30 days.';

/** `1 critical × 25, 2 expiring soon × 10. Lower is better.` */
const riskText = (figures: Figures): string => {
  const parts = partsOf(figures, riskPoints).map(({ count, word, each }) => `${countText(count)} ${word} × ${each}`);
  return parts.length === 0 ? NOTHING : `${parts.join(', ')}. Lower is better.`;
};

/** `15 points off for 1 critical, 10 for 2 expiring soon.` */
const deductionText = (figures: Figures): string => {
  const parts = partsOf(figures, healthPoints).map(
    ({ count, word, each }, index) => `${countText(count * each)}${index === 0 ? ' points off' : ''} for ${countText(count)} ${word}`,
  );
  return parts.length === 0 ? NOTHING : `${parts.join(', ')}.`;
};

/** The three scores that the specification names. */
export function ScoreCards({ figures }: { readonly figures: Analytics }) {
  const { riskScore, healthScore, healthy, total } = figures;
  const risk = riskBand(riskScore);
  const health = healthBand(healthScore);
  return (
    <Panel label="Scores">
      <StatCards label="Scores" least={260}>
        <StatCard label="Security Risk Score" value={riskScore} note="/ 100" aside={<Badge tone={risk.tone}>{risk.text}</Badge>}>
          <ScoreScale
            score={riskScore}
            tone={risk.tone}
            bands={RISK_BANDS}
            label={`Security Risk Score ${riskScore} of 100: ${risk.text}`}
          />
          <Note small>{riskText(figures)}</Note>
        </StatCard>
        <StatCard
          label="Certificate Health"
          value={healthy}
          note={`of ${countText(total)} healthy`}
          aside={total === 0 ? null : percentText((100 * healthy) / total)}
        >
          <Shares counts={figures} />
          <Note small>{total === 0 ? 'Nothing is monitored yet.' : healthText({ ...figures, warning: figures.expiring })}</Note>
        </StatCard>
        <StatCard label="SSL Health Score" value={healthScore} note="/ 100" aside={<Badge tone={health.tone}>{health.text}</Badge>}>
          <ScoreScale score={healthScore} tone={health.tone} label={`SSL Health Score ${healthScore} of 100: ${health.text}`} />
          <Note small>{deductionText(figures)}</Note>
        </StatCard>
      </StatCards>
    </Panel>
  );
}

/** Healthy, expiring, critical and expired side by side; the text below says the same. */
function Shares({ counts: { healthy, expiring, critical, expired } }: { readonly counts: Figures }) {
  const shares = [
    { tone: 'valid', count: healthy },
    { tone: 'warning', count: expiring },
    { tone: 'critical', count: critical },
    { tone: 'expired', count: expired },
  ].filter(({ count }) => count > 0);
  return (
    <div className={css.shares} aria-hidden="true">
      {shares.map(({ tone, count }) => (
        <span key={tone} data-tone={tone} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}
