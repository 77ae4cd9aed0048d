/** A score's band: a tone, and the word that the screens show. */
export interface ScoreBand {
  readonly tone: 'expired' | 'critical' | 'warning' | 'valid';
  readonly text: string;
}

/** Spec 2 section 9: red from 80, amber from 60; the words change at 40 and 70. */
export const riskBand = (score: number): ScoreBand => ({
  tone: score >= 80 ? 'expired' : score >= 60 ? 'warning' : 'valid',
  text: score < 40 ? 'Excellent' : score < 70 ? 'Good' : 'Immediate attention',
});

const healthBands = [
  { from: 90, tone: 'valid', text: 'Excellent' },
  { from: 80, tone: 'valid', text: 'Good' },
  { from: 70, tone: 'warning', text: 'Fair' },
  { from: 50, tone: 'critical', text: 'Poor' },
] as const;

/** Spec 2 section 9. */
export const healthBand = (score: number): ScoreBand =>
  healthBands.find(({ from }) => score >= from) ?? { tone: 'expired', text: 'Very Poor' };
