import { addMs, HOUR_MS, type RenewalInfoAnswer, type RenewalInfoClient } from '@notafter/domain';

export interface ScriptedRenewalInfo extends RenewalInfoClient {
  /** Decides all answers of a CA from now on; other CAs fail. */
  answer(directoryUrl: string, answer: (pem: string) => RenewalInfoAnswer): void;
  /** One entry per question, by directory. */
  readonly asked: string[];
}

/** Returns a window. */
export const renewalWindow = (start: Date, end: Date = addMs(start, HOUR_MS), explanationUrl: string | null = null): RenewalInfoAnswer => ({
  kind: 'read',
  window: { start, end },
  explanationUrl,
  retryAfterMs: null,
});

export const createScriptedRenewalInfo = (): ScriptedRenewalInfo => {
  const answers = new Map<string, (pem: string) => RenewalInfoAnswer>();
  const asked: string[] = [];
  return {
    asked,
    answer: (directoryUrl, answer) => void answers.set(directoryUrl, answer),
    ask: async (directoryUrl, pem) => {
      asked.push(directoryUrl);
      return answers.get(directoryUrl)?.(pem) ?? { kind: 'failed', reason: 'No CA.', retryAfterMs: null, isOfCa: true };
    },
  };
};
