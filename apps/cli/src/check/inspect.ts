import type { CheckCommand } from '../command-line.ts';
import type { Look } from './look.ts';
import { type Report, reportOf } from './report.ts';
import type { ListedTarget } from './targets.ts';

export interface Inspected {
  readonly reports: readonly Report[];
  /** What kept it from being looked at, for people; null where nothing did. */
  readonly problem: string | null;
}

/** Looks at one line of a list. Never rejects: what cannot be looked at is a problem to tell. */
export const inspect = async (listed: ListedTarget, look: Look, command: CheckCommand, now: () => Date): Promise<Inspected> => {
  if ('problem' in listed) return { reports: [], problem: `'${listed.line}': ${listed.problem}` };
  const { connectIp, servername, starttls, allAddresses } = command;
  try {
    const sightings = await look({ target: listed.target, connectIp, servername, starttls, allAddresses });
    return { reports: sightings.map((sighting) => reportOf(sighting, servername, now())), problem: null };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { reports: [], problem: `${listed.target.host} could not be checked by this machine: ${cause}` };
  }
};
