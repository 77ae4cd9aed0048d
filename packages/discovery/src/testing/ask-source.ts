import type { DiscoverySource, ServiceAnswer, SourceFinding, SourceReport, SourceStep } from '@notafter/domain';

/** Result of one search. */
export interface AskedSource {
  readonly report: SourceReport;
  readonly findings: readonly SourceFinding[];
  /** `host`, `host:port` if the port is not 443, `*.host` for a wildcard; sorted and unique. */
  readonly names: readonly string[];
  readonly steps: readonly SourceStep[];
}

interface AskOptions {
  readonly domain?: string;
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  readonly answered?: readonly ServiceAnswer[];
  readonly seen?: readonly (readonly string[])[];
  /** Refuses names after this many batches. */
  readonly batchesMax?: number;
}

const shownName = ({ host, port, isWildcard }: SourceFinding): string =>
  isWildcard ? `*.${host}` : port === 443 ? host : `${host}:${port}`;

/** Runs a source as a search does and collects its findings. */
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
