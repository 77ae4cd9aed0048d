import type { DiscoverySource, ServiceAnswer, SourceFinding, SourceReport, SourceStep } from '@notafter/domain';

/** What a source answered to one search. */
export interface AskedSource {
  readonly report: SourceReport;
  readonly findings: readonly SourceFinding[];
  /** `host`, `host:port` where the port is not 443, `*.host` for a wildcard; sorted, each once. */
  readonly names: readonly string[];
  readonly steps: readonly SourceStep[];
}

interface AskOptions {
  readonly domain?: string;
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  readonly answered?: readonly ServiceAnswer[];
  readonly seen?: readonly (readonly string[])[];
  /** After so many batches no more names are taken. */
  readonly batchesMax?: number;
}

const shownName = ({ host, port, isWildcard }: SourceFinding): string =>
  isWildcard ? `*.${host}` : port === 443 ? host : `${host}:${port}`;

/** Asks a source as a search does, and keeps what it says. */
export const askSource = async (
  source: DiscoverySource,
  {
    domain = 'zone.test',
    budgetMs = 25_000,
    signal = new AbortController().signal,
    answered = [],
    seen = [],
    batchesMax = Number.POSITIVE_INFINITY,
  }: AskOptions = {},
): Promise<AskedSource> => {
  const findings: SourceFinding[] = [];
  const steps: SourceStep[] = [];
  let batches = 0;
  const report = await source.find({
    domain,
    budgetMs,
    signal,
    answered,
    found: async (batch) => {
      findings.push(...batch);
      batches += 1;
      return batches < batchesMax;
    },
    step: (step) => void steps.push(step),
    async *seenNames() {
      yield* seen;
    },
  });
  return { report, findings, names: [...new Set(findings.map(shownName))].sort(), steps };
};
