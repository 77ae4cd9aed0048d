import {
  type DiscoverySource,
  type DiscoverySourceName,
  discoverySources,
  type LoggedCertificate,
  type SourceFinding,
  type SourceReport,
  type SourceRequest,
} from '@notafter/domain';

/** A finding of a host at port 443, with the log entry if given. */
export const finding = (
  host: string,
  overrides: Partial<SourceFinding> & { readonly logged?: LoggedCertificate | null } = {},
): SourceFinding => ({
  host,
  port: 443,
  isWildcard: false,
  logged: null,
  observed: null,
  ...overrides,
});

type Script = (request: SourceRequest) => Promise<SourceReport>;

export interface ScriptedSource extends DiscoverySource {
  /** Scripts the source; without a script it finds nothing, completely. */
  play(script: Script): void;
  /** The requested domains. */
  readonly asked: string[];
}

const nothing: Script = async () => ({ outcome: 'complete', reason: null, fetchedAt: new Date(0) });

const createScriptedSource = (name: DiscoverySourceName): ScriptedSource => {
  let script = nothing;
  const asked: string[] = [];
  return {
    name,
    asked,
    play: (given) => {
      script = given;
    },
    find: (request) => {
      asked.push(request.domain);
      return script(request);
    },
  };
};

/** One scripted source of each kind, in order. */
export const createScriptedSources = (): ScriptedSource[] => discoverySources.map(createScriptedSource);
