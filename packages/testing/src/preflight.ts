import type { NameFacts, PreflightFacts, PreflightRequest, Registration, RenewalPreflight } from '@notafter/domain';

type Facts = Omit<PreflightFacts, 'registration'>;

export interface ScriptedPreflight extends RenewalPreflight {
  /** Changes the facts of a domain; others are clean. */
  answer(domain: string, change: (facts: Facts) => Facts): void;
  answerRegistration(domain: string, registration: Registration, retryAt?: Date | null): void;
  readonly looked: PreflightRequest[];
  readonly askedRegistrations: string[];
}

const clean = { secure: true, alias: null } as const;

/** The facts of a name with nothing wrong. */
const cleanName = (name: PreflightRequest['names'][number]): NameFacts => ({
  ...name,
  caa: [{ owner: name.name, looked: { kind: 'empty', ...clean } }],
  isGone: false,
  challenge: { looked: { kind: 'absent', ...clean }, missingDomain: null },
  persist: [],
  web: null,
});

/** Returns clean facts for every request, unless a test changes them. */
export const createScriptedPreflight = (): ScriptedPreflight => {
  const changes = new Map<string, (facts: Facts) => Facts>();
  const registrations = new Map<string, { readonly registration: Registration; readonly retryAt: Date | null }>();
  const looked: PreflightRequest[] = [];
  const askedRegistrations: string[] = [];
  return {
    looked,
    askedRegistrations,
    answer: (domain, change) => void changes.set(domain, change),
    answerRegistration: (domain, registration, retryAt = null) => void registrations.set(domain, { registration, retryAt }),
    look: async (request) => {
      looked.push(request);
      const { domain } = request;
      const facts: Facts = { domain, resolver: 'validates', names: request.names.map(cleanName), skipped: [], dane: [] };
      return changes.get(domain)?.(facts) ?? facts;
    },
    findRegistration: async (domain) => {
      askedRegistrations.push(domain);
      return registrations.get(domain) ?? { registration: { kind: 'unknown', reason: 'No registry.', isTransient: false }, retryAt: null };
    },
  };
};
