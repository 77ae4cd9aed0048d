import { countText, plural } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import type { Widgets } from '../types.ts';
import css from './widgets.module.css';

type Framework = Widgets['compliance'][number];

const tones = { Compliant: 'valid', Partial: 'warning', 'Non-compliant': 'critical' } as const;

/** How far the certificates keep the rule of each framework. */
export function CompliancePanel({ compliance }: Pick<Widgets, 'compliance'>) {
  return (
    <Panel title="Compliance Dashboard" aside={<span className={css.hint}>Certificates alone, not an audit</span>}>
      <div className={css.frameworks}>
        {compliance.map((framework) => (
          <FrameworkCard key={framework.framework} framework={framework} />
        ))}
      </div>
    </Panel>
  );
}

function FrameworkCard({ framework: { framework, rule, compliant, total, percent, level } }: { readonly framework: Framework }) {
  return (
    <article className={css.framework} aria-label={framework}>
      <div className={css.frameworkHead}>
        <h3>{framework}</h3>
        {level === null ? <Badge tone="pending">Not known</Badge> : <Badge tone={tones[level]}>{level}</Badge>}
      </div>
      {percent === null || level === null ? (
        <p className={css.none}>No certificate was seen yet.</p>
      ) : (
        <>
          <div className={css.percent}>
            {percent}%
            <small>
              {countText(compliant)} of {plural(total, 'certificate')}
            </small>
          </div>
          <ScoreScale score={percent} tone={tones[level]} label={`${framework}: ${percent} percent, ${level}`} />
        </>
      )}
      <p className={css.rule}>{rule}</p>
    </article>
  );
}
