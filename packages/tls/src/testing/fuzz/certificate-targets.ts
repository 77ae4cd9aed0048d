import { rootCertificates } from 'node:tls';
import { createTrustStore } from '../../judge/trust-store.ts';
import { createChainJudge } from '../../judge/verify-chain.ts';
import { lintPath } from '../../lint/lint-path.ts';
import { createStrictRules } from '../../lint/strict-rules.ts';
import { readCrl } from '../../revocation/crl.ts';
import { judgeByCrl } from '../../revocation/judge-crl.ts';
import { readOcspResponse } from '../../revocation/ocsp-response.ts';
import { Certificate } from '../../x509/certificate.ts';
import { factsOf } from '../../x509/certificate-facts.ts';
import { DerError, DerReader } from '../../x509/der.ts';
import { pemBlocks } from '../../x509/pem.ts';
import { createAuthority } from '../authority.ts';
import { craftChain } from '../craft.ts';
import { brokenRules } from '../lint-cases.ts';
import { issueCrl, issueOcspResponse } from '../revocation.ts';
import { sampleChains } from '../sample-chains.ts';
import type { FuzzTarget } from './run-fuzz.ts';

const SEEDS = 200;
const now = new Date();

/** 100 of Mozilla's roots, and certificates generated with every fault and variant. */
export const seedCertificates = (): Buffer[] => {
  const generated = sampleChains(200).flatMap(({ leafPem, otherPems }) => pemBlocks([leafPem, ...otherPems.slice(0, 1)].join('')));
  // The faulty ones are at the end.
  return [...rootCertificates.slice(0, SEEDS / 2).flatMap(pemBlocks), ...generated.toReversed()].slice(0, SEEDS);
};

const unsafe = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

const certificateTarget = (): FuzzTarget => {
  const judge = createChainJudge(createTrustStore(), { maxIssuers: 500, maxKnownChains: 500 });
  const seeds = seedCertificates();
  const [issuer = Buffer.alloc(0)] = seeds;
  return {
    name: 'certificate',
    seeds,
    take(bytes) {
      const chain = judge.readChain([bytes, issuer, bytes]);
      if (chain === undefined) return false;
      const [certificate] = chain;
      const facts = factsOf(certificate);
      for (const text of [facts.subject, facts.issuer, facts.serialNumber, facts.keyType, ...facts.san]) {
        if (unsafe.test(text)) throw new Error('a text is not safe');
      }
      if (Number.isNaN(facts.notAfter.getTime())) throw new Error('a date is invalid');
      const { reasons } = judge.verifyChain({ chain, host: 'a.test', now });
      if (reasons.length === 0) throw new Error('it was trusted');
      if ((certificate.unreadable === null) !== certificate.tbs.length > 0) throw new Error('its frame is inconsistent');
      return certificate.unreadable === null;
    },
  };
};

/** The rules see the bytes as a leaf and as its issuer. */
const lintTarget = (): FuzzTarget => {
  const strict = createStrictRules();
  const crafted = Object.values(brokenRules).flatMap(([part, change]) => craftChain({ [part]: change }).slice(0, 2));
  return {
    name: 'lint',
    seeds: [...seedCertificates(), ...crafted],
    take(bytes) {
      const certificate = new Certificate(bytes);
      const path = [certificate, new Certificate(bytes)];
      const findings = lintPath({ path, isPublic: true });
      strict({ certificates: path, end: 'root', isDisowned: false });
      for (const { text, subject } of findings) if (unsafe.test(text + subject)) throw new Error('a text is not safe');
      return certificate.unreadable === null;
    },
  };
};

const revocationTargets = (): FuzzTarget[] => {
  const authority = createAuthority({ name: 'Fuzz' });
  const issued = authority.issue('a.test');
  const [leaf, issuer] = pemBlocks(issued.pem + authority.intermediate.pem).map((der) => new Certificate(der));
  if (leaf === undefined || issuer === undefined) throw new Error('The authority issued nothing.');
  const revoked = [leaf.serial, Buffer.from([0x11]), Buffer.from([0x12, 0x13])];
  const crls = [issueCrl(authority.intermediate), issueCrl(authority.intermediate, { revoked }), issueCrl(authority.root, { revoked })];
  const responses = (['good', 'revoked', 'unknown'] as const).map((status) =>
    issueOcspResponse(authority.intermediate, leaf.serial, { status, responderCertificate: leaf.raw }),
  );
  return [
    {
      name: 'crl',
      seeds: crls,
      take(bytes) {
        try {
          const crl = readCrl(bytes);
          const { status } = judgeByCrl(leaf, issuer, crl, now);
          const isGenuine = crls.some((each) => each.equals(bytes));
          if (!isGenuine && status !== 'unknown') throw new Error(`a changed CRL was accepted: ${status}`);
          return true;
        } catch (error) {
          if (!(error instanceof DerError)) throw error;
          return false;
        }
      },
    },
    {
      name: 'ocsp',
      seeds: responses,
      take: (bytes) => readOcspResponse(bytes, leaf, issuer, now).status !== 'unknown',
    },
  ];
};

/** Visits every element with nested elements, at any depth. */
const walk = (reader: DerReader): void => {
  const inner: DerReader[] = [reader];
  for (let next = inner.pop(); next !== undefined; next = inner.pop()) {
    while (next.more) {
      if ((next.next() & 0x20) !== 0) inner.push(next.inside());
    }
  }
};

const derTarget = (): FuzzTarget => ({
  name: 'der',
  seeds: seedCertificates(),
  take(bytes) {
    try {
      walk(new DerReader(bytes));
      return true;
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      return false;
    }
  },
});

/** Every parser of untrusted bytes in `src/x509`, `src/lint` and `src/revocation`. */
export const certificateTargets = (): FuzzTarget[] => [derTarget(), certificateTarget(), lintTarget(), ...revocationTargets()];
