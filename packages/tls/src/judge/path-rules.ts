import { dateText, SECOND_MS } from '@notafter/domain';
import { keyUsages } from '../x509/extensions.ts';
import { profileFaults, rememberedFaults } from '../x509/profile.ts';
import type { PublicKeyFacts } from '../x509/public-key.ts';
import type { Report } from './finding.ts';
import { type ComparisonBudget, nameConstraintFault } from './name-constraints.ts';
import type { Path } from './path.ts';
import { policyFault } from './policies.ts';

const day = (milliseconds: number): string => dateText(new Date(milliseconds));

/** Both ends belong to the validity, including the whole second of notAfter (RFC 5280 sections 4.1.2.5 and 6.1.3 a 2). */
export const checkDates = ({ certificates }: Path, now: number, report: Report): void => {
  for (const [depth, { notBefore, notAfter }] of certificates.entries()) {
    if (now >= notAfter + SECOND_MS) report('expired', depth, `expired on ${day(notAfter)}`);
    if (now < notBefore) report('not_yet_valid', depth, `is not valid until ${day(notBefore)}`);
  }
};

/**
 * Reports a path that ends at no anchor (RFC 5280 section 6.1). Servers omit only the root. So if intermediates were sent
 * and the last one names an unknown issuer with no URL to fetch it from, the chain belongs to a private authority. A lone
 * certificate lacks its intermediate.
 */
export const checkEnd = ({ certificates, end, isDisowned }: Path, report: Report): void => {
  const last = certificates.length - 1;
  if (end === 'self_signed' && last === 0) report('self_signed', 0, 'is signed by itself');
  if (end === 'self_signed' && last > 0) report('untrusted_root', last, 'is not trusted');
  if (end !== 'open') return;
  const top = certificates[last];
  const { family, weak, name } = top?.signatureAlgorithm ?? { family: null, weak: true, name: '' };
  if (family === null && !weak) report('incomplete_chain', last, `is signed with ${name}, which is not supported`);
  else if (isDisowned) report('incomplete_chain', last, 'was not signed by the issuer it names');
  else if (last > 0 && top?.extensions.caIssuerUrls.length === 0) {
    report('untrusted_root', last, 'was issued by a root that was not sent and is not trusted');
  } else report('incomplete_chain', last, 'was issued by a certificate that was not sent and is not trusted');
};

/**
 * Reports encoding faults (RFC 5280 section 4): DER, version, serial number, one algorithm, extensions at most once and
 * readable. An anchor is identified by its name and key, so only its dates and extensions are checked.
 */
export const checkForm = ({ certificates, end }: Path, report: Report): void => {
  for (const [depth, certificate] of certificates.entries()) {
    if (end === 'root' && depth === certificates.length - 1) {
      // Its dates and constraints do count, so they have to be readable.
      certificate.extensions.readAll();
      const dates = certificate.dateFault === null ? [] : [certificate.dateFault];
      for (const fault of [...dates, ...certificate.extensions.faults]) report('malformed', depth, `is malformed: ${fault}`);
      break;
    }
    const faults = depth === 0 ? profileFaults(certificate) : rememberedFaults(certificate);
    for (const fault of faults) report('malformed', depth, `is malformed: ${fault}`);
  }
};

/**
 * Reports violations of issuing constraints: basic constraints, key usage, path length, name constraints, policies and
 * critical extensions (RFC 5280 sections 6.1.3 f and 6.1.4 g to o). An anchor's own constraints count, as in browsers, but
 * a version 1 root has none.
 */
export const checkAuthority = ({ certificates, end }: Path, budget: ComparisonBudget, report: Report): void => {
  const last = certificates.length - 1;
  let intermediates = 0;
  for (const [depth, certificate] of certificates.entries()) {
    const { extensions } = certificate;
    if (extensions.unknownCritical !== null) {
      report('constraint_violation', depth, `has an unknown critical extension (${extensions.unknownCritical})`);
    }
    if (extensions.wronglyCritical !== null) {
      report('constraint_violation', depth, `marks ${extensions.wronglyCritical} as critical, which clients reject`);
    }
    if (depth === 0) continue;
    const { basicConstraints, keyUsage, nameConstraints } = extensions;
    const isOldRoot = end === 'root' && depth === last && certificate.version < 3;
    if (basicConstraints?.isCa !== true && !isOldRoot) report('constraint_violation', depth, 'is not a CA certificate');
    else if (keyUsage !== null && (keyUsage & keyUsages.keyCertSign) === 0) {
      report('constraint_violation', depth, 'may not sign certificates');
    }
    if (basicConstraints !== null && basicConstraints.pathLength !== null && intermediates > basicConstraints.pathLength) {
      report('constraint_violation', depth, `allows ${basicConstraints.pathLength} intermediates below it, not ${intermediates}`);
    }
    if (nameConstraints !== null) {
      for (let below = depth - 1; below >= 0; below -= 1) {
        const constrained = certificates[below];
        // A self-issued intermediate is the same authority with a new key (RFC 5280 section 6.1.3 b).
        if (constrained === undefined || (below > 0 && constrained.isSelfIssued)) continue;
        const fault = nameConstraintFault(constrained, nameConstraints, certificate, budget);
        if (fault !== null) report('constraint_violation', below, fault);
      }
    }
    if (!certificate.isSelfIssued) intermediates += 1;
  }
  const withoutPolicy = end === 'root' ? policyFault(certificates) : null;
  if (withoutPolicy !== null) report('constraint_violation', withoutPolicy, 'has no valid policy, but an issuer requires one');
};

/** Which end of a TLS connection a certificate is for. */
export type Purpose = 'server' | 'client';

const PURPOSES: Readonly<Record<Purpose, string>> = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' };
const ANY_PURPOSE = '2.5.29.37.0';
const SERVER_KEY_USAGES = keyUsages.digitalSignature | keyUsages.keyEncipherment | keyUsages.keyAgreement;

/**
 * Reports a leaf that is not for TLS servers (or clients), or an issuer that may not issue for them (RFC 5280 section 4.2.1.12; purposes
 * nest, BR 7.1.2.10.6 and Mozilla's policy 5.3). A CA certificate is not a server certificate (BR 7.1.2.7.8) unless it is
 * an anchor or self-signed: tools mark those as CA by default.
 */
export const checkPurpose = ({ certificates, end }: Path, purpose: Purpose, report: Report): void => {
  for (const [depth, { extensions }] of certificates.entries()) {
    const purposes = extensions.extendedKeyUsage;
    if (purposes !== null && !purposes.includes(PURPOSES[purpose]) && !purposes.includes(ANY_PURPOSE)) {
      report('wrong_purpose', depth, depth === 0 ? `is not for ${purpose} authentication` : `may not issue ${purpose} certificates`);
    }
  }
  const leaf = certificates[0]?.extensions;
  if (leaf === undefined) return;
  const { keyUsage, basicConstraints } = leaf;
  if (basicConstraints?.isCa === true) {
    if (certificates.length > 1 || end === 'open') report('wrong_purpose', 0, 'is a CA certificate');
  } else if (keyUsage !== null && (keyUsage & SERVER_KEY_USAGES) === 0) {
    report('wrong_purpose', 0, 'has a key that may not be used for TLS');
  }
};

const MIN_RSA_BITS = 2_048;
const MIN_EC_BITS = 256;

const keyWeakness = ({ type, bits, exponent, evenNumber }: PublicKeyFacts): string | null => {
  switch (type) {
    case 'RSA':
    case 'RSA-PSS':
      if (bits !== null && bits < MIN_RSA_BITS) return `has an RSA key of ${bits} bits`;
      if (exponent !== null && exponent < 3) return `has an RSA key with exponent ${exponent}`;
      return evenNumber === null ? null : `has an RSA key with an even ${evenNumber}`;
    case 'EC':
      if (bits === null) return 'has a key on an unknown curve';
      return bits < MIN_EC_BITS ? `has a key on a curve of ${bits} bits` : null;
    case 'DSA':
      return 'has a DSA key';
    default:
      return null;
  }
};

/**
 * Reports signatures with MD5 and SHA-1 (RFC 6151, RFC 6194, BR 7.1.3.2), RSA keys below 2,048 bits, curves below 256 bits,
 * and DSA (BR 6.1.5 and 6.1.6). A root's signature on itself proves nothing, so its algorithm does not matter.
 */
export const checkStrength = ({ certificates, end }: Path, report: Report): void => {
  const last = certificates.length - 1;
  const endsInRoot = end === 'root' || (end === 'self_signed' && last > 0);
  for (const [depth, certificate] of certificates.entries()) {
    const { weak, name } = certificate.signatureAlgorithm;
    if (weak && !(endsInRoot && depth === last)) report('weak_signature', depth, `is signed with ${name}`);
    const weakness = keyWeakness(certificate.keyFacts);
    if (weakness !== null) report('weak_key', depth, weakness);
  }
};
