import { reasonLabels } from '../../certificates/checks/assess.ts';
import type { VerdictReason } from '../../certificates/checks/observation.ts';
import { firstOf } from '../../wording.ts';
import { cleanLine } from '../delivery/clean-text.ts';
import type { CertificateChange } from './check-alerts.ts';

const NAME_MAX_LENGTH = 100;
const NAMES_SHOWN = 3;
const DETAIL_MAX_LENGTH = 300;

/** `Cannot be reached: Connection refused by 192.0.2.1:443.` */
export const failingSentence = (detail: string | null): string =>
  detail === null ? 'Cannot be reached.' : `Cannot be reached: ${cleanLine(detail, DETAIL_MAX_LENGTH)}`;

/** `Is not trusted: self-signed, wrong host.` */
export const invalidSentence = (reasons: readonly VerdictReason[]): string => {
  const labels = reasons.filter((reason) => reason !== 'revoked').map((reason) => reasonLabels[reason].toLowerCase());
  return `Is not trusted: ${labels.join(', ')}.`;
};

export const REVOKED_SENTENCE = 'Was revoked by its issuer.';

const listNames = (names: readonly string[]): string =>
  firstOf(
    names.map((name) => cleanLine(name, NAME_MAX_LENGTH)),
    NAMES_SHOWN,
  );

/** `Serves another certificate: issued by Other CA, no longer valid for a.example, ends earlier than the one before.` */
export const changedSentence = (change: CertificateChange, issuer: string): string => {
  const parts = [
    ...(change.issuer ? [`issued by ${cleanLine(issuer, NAME_MAX_LENGTH)}`] : []),
    ...(change.lostNames.length > 0 ? [`no longer valid for ${listNames(change.lostNames)}`] : []),
    ...(change.endsEarlier ? ['ends earlier than the one before'] : []),
  ];
  return `Serves another certificate: ${parts.join(', ')}.`;
};
