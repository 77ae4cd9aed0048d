import { dateText, SECOND_MS } from '@notafter/domain';
import { keyUsages } from '../x509/extensions.ts';
import { profileFaults, rememberedFaults } from '../x509/profile.ts';
import type { PublicKeyFacts } from '../x509/public-key.ts';
import type { Report } from './finding.ts';
import { type ComparisonBudget, nameConstraintFault } from './name-constraints.ts';
import type { Path } from './path.ts';
import { policyFault } from './policies.ts';

const day = (milliseconds: number): string => dateText(new Date(milliseconds));

/** Both ends belong to the validity, the second of notAfter as a whole (RFC 5280 sections 4.1.2.5 and 6.1.3 a 2). */
export const checkDates = ({ certificates }: Path, now: number, report: Report): void => {
  for (const [depth, { notBefore, notAfter }] of certificates.entries()) {
    if (now >= notAfter + SECOND_MS) report('expired', depth, `expired on ${day(notAfter)}`);
    if (now < notBefore) report('not_yet_valid', depth, `is valid from ${day(notBefore)} on`);
  }
};

/**
 * Where the path ends: at an anchor, or nowhere that is trusted (RFC 5280 section 6.1). Servers leave out the root and
 * nothing else, so issuers that were sent and name one that nobody has, nor says where to get, belong to an authority of
 * somebody's own; a lone certificate lacks its intermediate.
 */
export const checkEnd = ({ certificates, end, isDisowned }: Path, report: Report): void => {
  const last = certificates.length - 1;
  if (end === 'self_signed' && last === 0) report('self_signed', 0, 'is signed by itself');
  if (end === 'self_signed' && last > 0) report('untrusted_root', last, 'is not trusted here');
  if (end !== 'open') return;
  const top = certificates[last];
  const { family, weak, name } = top?.signatureAlgorithm ?? { family: null, weak: true, name: '' };
  if (family === null && !weak) report('incomplete_chain', last, `is signed by ${name}, which cannot be checked`);
  else if (isDisowned) report('incomplete_chain', last, 'was not signed by the issuer it names');
  else if (last > 0 && top?.extensions.caIssuerUrls.length === 0) {
    report('untrusted_root', last, 'was issued by a root that was not sent and is not trusted here');
  } else report('incomplete_chain', last, 'was issued by a certificate that was not sent and is not trusted here');
};

/**
 * What is not written as RFC 5280 section 4 asks: DER, version, serial number, one algorithm, extensions at most once and
 * readable. An anchor is known by its name and key, so of its form only the dates and the extensions are judged.
 */
export const checkForm = ({ certificates, end }: Path, report: Report): void => {
  for (const [depth, certificate] of certificates.entries()) {
    if (end === 'root' && depth === certificates.length - 1) {
      // Its dates and limits do count, so they have to be readable.
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
 * What each certificate may issue: basic constraints, key usage, path length, name constraints, policies and critical
 * extensions (RFC 5280 sections 6.1.3 f and 6.1.4 g to o). An anchor's own limits count, as in browsers, though a version 1 root has none.
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
      report('constraint_violation', depth, `marks ${extensions.wronglyCritical} as critical, which clients refuse`);
    }
    if (depth === 0) continue;
    const { basicConstraints, keyUsage, nameConstraints } = extensions;
    const isOldRoot = end === 'root' && depth === last && certificate.version < 3;
    if (basicConstraints?.isCa !== true && !isOldRoot) report('constraint_violation', depth, 'is no certificate authority');
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
  if (withoutPolicy !== null) report('constraint_violation', withoutPolicy, 'is under no policy, which an issuer of it demands');
};

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ANY_PURPOSE = '2.5.29.37.0';
const SERVER_KEY_USAGES = keyUsages.digitalSignature | keyUsages.keyEncipherment | keyUsages.keyAgreement;

/**
 * Whether the leaf is for TLS servers and every issuer may issue such (RFC 5280 section 4.2.1.12; purposes nest, BR
 * 7.1.2.10.6 and Mozilla's policy 5.3). A CA's certificate is none of a server (BR 7.1.2.7.8), unless it is trusted itself
 * or self-signed, which tools mark so by default.
 */
export const checkPurpose = ({ certificates, end }: Path, report: Report): void => {
  for (const [depth, { extensions }] of certificates.entries()) {
    const purposes = extensions.extendedKeyUsage;
    if (purposes !== null && !purposes.includes(SERVER_AUTH) && !purposes.includes(ANY_PURPOSE)) {
      report('wrong_purpose', depth, depth === 0 ? 'is not for servers' : 'may not issue for servers');
    }
  }
  const leaf = certificates[0]?.extensions;
  if (leaf === undefined) return;
  const { keyUsage, basicConstraints } = leaf;
  if (basicConstraints?.isCa === true) {
    if (certificates.length > 1 || end === 'open') report('wrong_purpose', 0, "is a certificate authority's");
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
 * Signatures by MD5 and SHA-1 (RFC 6151, RFC 6194, BR 7.1.3.2), RSA keys below 2,048 bits, curves below 256 bits, DSA (BR
 * 6.1.5 and 6.1.6). A root's signature on itself proves nothing, so how it is made does not matter.
 */
export const checkStrength = ({ certificates, end }: Path, report: Report): void => {
  const last = certificates.length - 1;
  const endsInRoot = end === 'root' || (end === 'self_signed' && last > 0);
  for (const [depth, certificate] of certificates.entries()) {
    const { weak, name } = certificate.signatureAlgorithm;
    if (weak && !(endsInRoot && depth === last)) report('weak_signature', depth, `is signed by ${name}`);
    const weakness = keyWeakness(certificate.keyFacts);
    if (weakness !== null) report('weak_key', depth, weakness);
  }
};
