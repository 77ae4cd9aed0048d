import type { Part } from '../lint/subject.ts';
import { type AttributeEntry, type Crafting, nameOf } from './craft.ts';
import {
  bitString,
  boolean,
  der,
  explicit,
  implicit,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
} from './der.ts';
import { extension, keyPair } from './issue.ts';

type Case = readonly [part: Part, change: Crafting];

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const date = (value: string): Buffer => time(new Date(value));

const leaf = (change: Crafting): Case => ['leaf', change];
const intermediate = (change: Crafting): Case => ['intermediate', change];
const root = (change: Crafting): Case => ['root', change];

const cn = '2.5.4.3';
const c = '2.5.4.6';
const o = '2.5.4.10';
const UTF8 = 0x0c;
const IA5 = 0x16;

/** A leaf with these alternative names as dNSName entries. */
const named = (...names: readonly string[]): Case =>
  leaf({ extensions: { alternativeNames: extension('2.5.29.17', sequence(...names.map((name) => implicit(2, text(name)))), true) } });
const otherNames = (...names: readonly Buffer[]): Case =>
  leaf({ extensions: { alternativeNames: extension('2.5.29.17', sequence(...names), true) } });

/** A leaf with a subject and fitting alternative names, which then are not critical. */
const subject = (...attributes: readonly AttributeEntry[]): Case =>
  leaf({
    subject: nameOf(...attributes),
    extensions: { alternativeNames: extension('2.5.29.17', sequence(implicit(2, text('a.example.com')))) },
  });

const policies = (...ids: readonly string[]): Buffer =>
  extension('2.5.29.32', sequence(...ids.map((id) => sequence(objectIdentifier(id)))));
const domainValidated = '2.23.140.1.2.1';
const organizationValidated = '2.23.140.1.2.2';
const individualValidated = '2.23.140.1.2.3';

/** A subject under another policy than the default one. */
const validated = (policy: string, ...attributes: readonly AttributeEntry[]): Case => {
  const [part, change] = subject(...attributes);
  return [part, { ...change, extensions: { ...change.extensions, policies: policies(policy) } }];
};

const purposes = (...ids: readonly string[]): Buffer => extension('2.5.29.37', sequence(...ids.map(objectIdentifier)));
const server = '1.3.6.1.5.5.7.3.1';
const anyPurpose = '2.5.29.37.0';
const codeSigning = '1.3.6.1.5.5.7.3.3';
const keyUsage = (critical: boolean, ...contents: readonly number[]): Buffer =>
  extension('2.5.29.15', der(0x03, bytes(...contents)), critical);

const access = (...entries: readonly (readonly [method: string, location: Buffer])[]): Buffer =>
  extension('1.3.6.1.5.5.7.1.1', sequence(...entries.map(([method, location]) => sequence(objectIdentifier(method), location))));
const caIssuers = '1.3.6.1.5.5.7.48.2';
const ocsp = '1.3.6.1.5.5.7.48.1';
const uri = (value: string): Buffer => implicit(6, text(value));
const pointName = (...names: readonly Buffer[]): Buffer => explicit(0, explicit(0, ...names));
const crlPoints = (...points: readonly Buffer[]): Buffer => extension('2.5.29.31', sequence(...points.map((point) => sequence(point))));
const goodPoint = pointName(uri('http://crl.example/1.crl'));

const big = (value: bigint): Buffer => {
  const hex = value.toString(16);
  return integer(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
};
const rsaKey = (modulus: bigint, exponent = 65_537n): Crafting => ({
  spki: sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), nothing()), bitString(sequence(big(modulus), big(exponent)))),
});
const goodModulus = BigInt(
  `0x${Buffer.from(keyPair('RSA-2048', 'rule').privateKey.export({ format: 'jwk' }).n ?? '', 'base64url').toString('hex')}`,
);
/** The product of the odd primes to 167. */
const rocaPrimorial = Array.from({ length: 165 }, (_, n) => n + 3)
  .filter((n) => Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d !== 0))
  .reduce((all, prime) => all * BigInt(prime), 1n);

const nameConstraints = (name: Buffer, critical = true): Buffer => extension('2.5.29.30', sequence(explicit(0, sequence(name))), critical);
const longLength = (value: Buffer): Buffer => Buffer.concat([bytes(0x30, 0x82, 0, value.length), value]);
const sct = (list: Buffer): Buffer => extension('1.3.6.1.4.1.11129.2.4.2', octetString(list));
const unknown = '1.3.6.1.4.1.99999.1';
const aki = (...fields: readonly Buffer[]): Buffer => extension('2.5.29.35', sequence(...fields));
const other = bytes(...Array.from({ length: 20 }, (_, n) => n));

/** For each rule, one change to a chain that keeps all rules, with which a certificate breaks it. */
export const brokenRules: Readonly<Record<string, Case>> = {
  version_not_3: leaf({ version: 1 }),
  serial_not_positive: leaf({ serial: bytes(0) }),
  root_serial_not_positive: root({ serial: bytes(0) }),
  serial_too_long: leaf({ serial: Buffer.alloc(21, 0x55) }),
  serial_too_short: leaf({ serial: Buffer.alloc(7, 0x55) }),
  integer_not_minimal: leaf({ serial: bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) }),
  length_not_minimal: leaf({ extensions: { more: longLength(Buffer.concat([objectIdentifier(unknown), octetString(nothing())])) } }),
  boolean_not_der: leaf({ extensions: { more: sequence(objectIdentifier('2.5.29.19'), der(0x01, bytes(1)), octetString(sequence())) } }),
  default_written: leaf({ extensions: { more: sequence(objectIdentifier('2.5.29.19'), boolean(false), octetString(sequence())) } }),
  unique_identifier: leaf({ uniqueIdentifiers: implicit(1, bytes(0, 1)) }),
  signature_algorithms_differ: leaf({ outerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.3')) }),
  issuer_empty: leaf({ issuer: sequence() }),
  authority_subject_empty: intermediate({ subject: sequence() }),
  issuer_name_differs: leaf({ issuer: nameOf([c, 'US'], [o, 'Crafted', UTF8], [cn, 'Intermediate']) }),
  date_form: leaf({ notBefore: der(0x17, text('260601000000+0000')) }),
  utc_time_expected: leaf({ notAfter: der(0x18, text('20260829235959Z')) }),
  validity_reversed: leaf({ notAfter: date('2026-05-31') }),
  outlives_issuer: intermediate({ notAfter: date('2044-01-01') }),
  extensions_unreadable: leaf({ extensions: { access: extension('1.3.6.1.5.5.7.1.1', integer(1)) } }),
  extension_duplicated: leaf({ extensions: { more: policies(domainValidated) } }),
  critical_unknown: leaf({ extensions: { more: extension(unknown, nothing(), true) } }),
  precertificate: leaf({ extensions: { more: extension('1.3.6.1.4.1.11129.2.4.3', nothing(), true) } }),
  name_unreadable: leaf({ subject: sequence(setOf()) }),

  validity_too_long: leaf({ notAfter: date('2026-12-18T00:00:00Z') }),
  validity_at_limit: leaf({ notAfter: date('2026-12-17T23:59:59Z') }),
  root_validity: root({ notAfter: date('2030-01-01') }),

  rsa_too_small: leaf(rsaKey(goodModulus >> 1_024n)),
  rsa_size_not_multiple_of_8: leaf(rsaKey(goodModulus * 8n + 1n)),
  rsa_modulus_even: leaf(rsaKey(goodModulus - 1n)),
  rsa_exponent_invalid: leaf(rsaKey(goodModulus, 1n)),
  rsa_exponent_unusual: leaf(rsaKey(goodModulus, 3n)),
  rsa_small_factor: leaf(rsaKey((1n << 2_047n) + 751n - ((1n << 2_047n) % 751n))),
  rsa_roca: leaf(rsaKey(rocaPrimorial * (1n << 1_830n) + (65_537n ** 7n % rocaPrimorial))),
  rsa_close_primes: leaf(rsaKey(((1n << 1_023n) + 12_345n) * ((1n << 1_023n) + 12_347n))),
  rsa_parameters: leaf({
    spki: sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1')), bitString(sequence(big(goodModulus), integer(3)))),
  }),
  rsa_pss_key: leaf({ spki: keyPair('RSA-PSS-2048', 'rule').spki }),
  curve_not_allowed: leaf({ spki: keyPair('P-224', 'rule').spki }),
  key_type_not_allowed: leaf({ spki: keyPair('Ed25519', 'rule').spki }),
  signature_weak: leaf({
    innerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.1')),
    outerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.1')),
  }),
  signature_not_allowed: leaf({
    innerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.1')),
    outerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.1')),
  }),
  signature_parameters: leaf({ innerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.2'), nothing()) }),

  san_missing: leaf({ extensions: { alternativeNames: null } }),
  san_empty: otherNames(),
  san_critical: leaf({ subject: nameOf([c, 'US']) }),
  san_not_critical: leaf({ extensions: { alternativeNames: extension('2.5.29.17', sequence(implicit(2, text('a.example.com')))) } }),
  san_name_type: otherNames(uri('https://a.example.com')),
  dns_underscore: named('a_b.example.com'),
  dns_address: named('192.0.2.1'),
  dns_characters: named('a b.example.com'),
  dns_empty_label: named('.example.com'),
  dns_hyphen: named('a-.example.com'),
  dns_label_too_long: named(`${'a'.repeat(64)}.example.com`),
  dns_too_long: named(`${'a.'.repeat(122)}example.com`),
  dns_reserved_label: named('ab--cd.example.com'),
  dns_punycode: named('xn--a\u00e4.example.com'),
  dns_wildcard_position: named('a.*.example.com'),
  dns_wildcard_suffix: named('*.co.uk'),
  dns_internal: named('a.local'),
  dns_reverse_zone: named('1.2.0.192.in-addr.arpa'),
  dns_onion_version: named(`${'a'.repeat(16)}.onion`),
  dns_repeated: named('a.example.com', 'A.example.com'),
  email_form: otherNames(implicit(1, text('a@b@example.com'))),
  ip_length: otherNames(implicit(7, bytes(192, 0, 2))),
  ip_reserved: otherNames(implicit(7, bytes(10, 0, 0, 1))),

  cn_not_in_san: subject([cn, 'example.com']),
  cn_respelled: subject([cn, 'A.example.com']),
  cn_foreign: subject([cn, 'b.example.com']),
  cn_repeated: subject([cn, 'a.example.com'], [cn, 'a.example.com']),
  cn_present: subject([cn, 'a.example.com']),
  dv_attribute: subject([o, 'Acme']),
  ov_organization_missing: validated(organizationValidated, [c, 'US'], ['2.5.4.8', 'Ohio']),
  iv_person_missing: validated(individualValidated, [c, 'US'], ['2.5.4.8', 'Ohio'], ['2.5.4.4', 'Doe']),
  country_missing: validated(organizationValidated, ['2.5.4.8', 'Ohio'], [o, 'Acme']),
  place_missing: validated(organizationValidated, [c, 'US'], [o, 'Acme']),
  unit_present: subject(['2.5.4.11', 'Web']),
  authority_unit_present: intermediate({ subject: nameOf([c, 'US'], [o, 'Crafted'], ['2.5.4.11', 'Web'], [cn, 'X']) }),
  authority_name_incomplete: intermediate({ subject: nameOf([c, 'US'], [cn, 'X']) }),
  country_form: subject([c, 'us']),
  printable_string_expected: subject([c, 'US', UTF8]),
  ia5_string_expected: subject(['1.2.840.113549.1.9.1', 'a@example.com', UTF8]),
  text_string_expected: subject([o, 'Acme', 0x14]),
  printable_characters: subject([o, 'Acme & Co']),
  attribute_too_long: subject([o, 'a'.repeat(65)]),
  attribute_meaningless: subject([o, '-']),
  attribute_spaces: subject([o, ' Acme']),
  attribute_repeated: subject([c, 'US'], [c, 'US']),
  attributes_combined: leaf({
    subject: sequence(setOf(sequence(objectIdentifier(c), der(0x13, text('US'))), sequence(objectIdentifier(o), der(0x13, text('Acme'))))),
  }),
  attribute_order: subject([cn, 'a.example.com'], [c, 'US']),

  aki_missing: leaf({ extensions: { authorityKeyIdentifier: null } }),
  root_aki_missing: root({ extensions: { authorityKeyIdentifier: null } }),
  aki_critical: leaf({ extensions: { authorityKeyIdentifier: extension('2.5.29.35', sequence(implicit(0, other)), true) } }),
  aki_without_key: root({ extensions: { authorityKeyIdentifier: aki() } }),
  aki_with_issuer: intermediate({
    extensions: { authorityKeyIdentifier: aki(implicit(0, other), explicit(1, explicit(4, nameOf([c, 'US']))), implicit(2, bytes(1))) },
  }),
  aki_mismatch: root({ extensions: { authorityKeyIdentifier: aki(implicit(0, other)) } }),
  ski_missing: root({ extensions: { subjectKeyIdentifier: null } }),
  ski_critical: intermediate({ extensions: { subjectKeyIdentifier: extension('2.5.29.14', octetString(other), true) } }),
  leaf_ski: leaf({ extensions: { subjectKeyIdentifier: extension('2.5.29.14', octetString(other)) } }),

  ku_not_critical: leaf({ extensions: { keyUsage: keyUsage(false, 7, 0x80) } }),
  ku_padded: leaf({ extensions: { keyUsage: keyUsage(true, 0, 0x80) } }),
  ku_missing: leaf({ extensions: { keyUsage: null } }),
  authority_ku_missing: root({ extensions: { keyUsage: null } }),
  authority_cert_sign_missing: intermediate({ extensions: { keyUsage: keyUsage(true, 1, 0x02) } }),
  authority_crl_sign_missing: intermediate({ extensions: { keyUsage: keyUsage(true, 2, 0x04) } }),
  authority_ku_forbidden: intermediate({ extensions: { keyUsage: keyUsage(true, 1, 0x26) } }),
  leaf_cert_sign: leaf({ extensions: { keyUsage: keyUsage(true, 2, 0x84) } }),
  leaf_ku_forbidden: leaf({ extensions: { keyUsage: keyUsage(true, 5, 0xa0) } }),
  leaf_signature_missing: leaf({ extensions: { keyUsage: keyUsage(true, 3, 0x08) } }),
  leaf_ku_discouraged: leaf({ extensions: { keyUsage: keyUsage(true, 3, 0x88) } }),
  eku_missing: leaf({ extensions: { purposes: null } }),
  eku_any: leaf({ extensions: { purposes: purposes(server, anyPurpose) } }),
  eku_critical: leaf({ extensions: { purposes: extension('2.5.29.37', sequence(objectIdentifier(server)), true) } }),
  eku_without_server: leaf({ extensions: { purposes: purposes('1.3.6.1.5.5.7.3.2') } }),
  eku_forbidden: leaf({ extensions: { purposes: purposes(server, codeSigning) } }),
  eku_other: leaf({ extensions: { purposes: purposes(server, '1.3.6.1.5.5.7.3.17') } }),
  root_eku: root({ extensions: { purposes: purposes(server) } }),
  authority_eku_missing: intermediate({ extensions: { purposes: null } }),
  authority_eku_any: intermediate({ extensions: { purposes: purposes(anyPurpose) } }),
  authority_eku_forbidden: intermediate({ extensions: { purposes: purposes(server, codeSigning) } }),

  authority_not_marked: intermediate({ extensions: { basicConstraints: null } }),
  authority_constraints_not_critical: root({ extensions: { basicConstraints: extension('2.5.29.19', sequence(boolean(true))) } }),
  leaf_constraints_not_critical: leaf({ extensions: { basicConstraints: extension('2.5.29.19', sequence()) } }),
  leaf_is_ca: leaf({ extensions: { basicConstraints: extension('2.5.29.19', sequence(boolean(true)), true) } }),
  ca_false_written: leaf({ extensions: { basicConstraints: extension('2.5.29.19', sequence(boolean(false)), true) } }),
  path_length_without_ca: leaf({ extensions: { basicConstraints: extension('2.5.29.19', sequence(integer(0)), true) } }),
  root_path_length: root({ extensions: { basicConstraints: extension('2.5.29.19', sequence(boolean(true), integer(1)), true) } }),
  leaf_name_constraints: leaf({ extensions: { more: nameConstraints(implicit(2, text('example.com'))) } }),
  name_constraints_not_critical: intermediate({ extensions: { more: nameConstraints(implicit(2, text('example.com')), false) } }),
  name_constraint_form: intermediate({ extensions: { more: nameConstraints(implicit(2, text('.example.com'))) } }),
  name_constraint_range: intermediate({ extensions: { more: nameConstraints(implicit(7, bytes(10, 0, 0, 0, 255, 0, 255, 0))) } }),
  policy_constraints_not_critical: intermediate({ extensions: { more: extension('2.5.29.36', sequence(implicit(0, bytes(0)))) } }),
  inhibit_any_policy_not_critical: intermediate({ extensions: { more: extension('2.5.29.54', integer(0)) } }),
  policy_mappings_not_critical: intermediate({
    extensions: { more: extension('2.5.29.33', sequence(sequence(objectIdentifier(domainValidated), objectIdentifier('1.2.3')))) },
  }),

  policies_missing: leaf({ extensions: { policies: null } }),
  authority_policies_missing: intermediate({ extensions: { policies: null } }),
  root_policies: root({ extensions: { policies: policies(domainValidated) } }),
  policies_critical: leaf({
    extensions: { policies: extension('2.5.29.32', sequence(sequence(objectIdentifier(domainValidated))), true) },
  }),
  policies_without_reserved: leaf({ extensions: { policies: policies('1.2.3') } }),
  policies_several_reserved: leaf({ extensions: { policies: policies(domainValidated, organizationValidated) } }),
  policies_reserved_later: leaf({ extensions: { policies: policies('1.2.3', domainValidated) } }),
  policies_any: leaf({ extensions: { policies: policies(domainValidated, '2.5.29.32.0') } }),
  authority_policies_any: intermediate({ extensions: { policies: policies(domainValidated, '2.5.29.32.0') } }),
  policies_repeated: leaf({ extensions: { policies: policies(domainValidated, domainValidated) } }),
  policy_qualifier: leaf({
    extensions: {
      policies: extension(
        '2.5.29.32',
        sequence(
          sequence(
            objectIdentifier(domainValidated),
            sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.2.1'), der(IA5, text('http://ca.example/cps')))),
          ),
        ),
      ),
    },
  }),
  policy_qualifier_type: leaf({
    extensions: {
      policies: extension(
        '2.5.29.32',
        sequence(sequence(objectIdentifier(domainValidated), sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.2.2'), sequence())))),
      ),
    },
  }),

  aia_missing: leaf({ extensions: { access: null } }),
  aia_critical: leaf({
    extensions: {
      access: extension('1.3.6.1.5.5.7.1.1', sequence(sequence(objectIdentifier(caIssuers), uri('http://ca.example/1.crt'))), true),
    },
  }),
  aia_empty: leaf({ extensions: { access: access() } }),
  aia_method: leaf({
    extensions: { access: access([caIssuers, uri('http://ca.example/1.crt')], ['1.3.6.1.5.5.7.48.3', uri('http://ca.example/')]) },
  }),
  aia_not_uri: leaf({ extensions: { access: access([caIssuers, implicit(2, text('ca.example'))]) } }),
  aia_not_http: leaf({ extensions: { access: access([caIssuers, uri('ldap://ca.example/1')]) } }),
  aia_repeated: leaf({ extensions: { access: access([caIssuers, uri('http://ca.example/1')], [caIssuers, uri('http://ca.example/1')]) } }),
  aia_without_issuer: leaf({ extensions: { access: access([ocsp, uri('http://ocsp.example/')]) } }),
  revocation_missing: leaf({ extensions: { crlPoints: null } }),
  authority_crl_points_missing: intermediate({ extensions: { crlPoints: null } }),
  root_crl_points: root({ extensions: { crlPoints: crlPoints(goodPoint) } }),
  crl_points_critical: leaf({ extensions: { crlPoints: extension('2.5.29.31', sequence(sequence(goodPoint)), true) } }),
  crl_point_without_name: leaf({ extensions: { crlPoints: crlPoints(Buffer.alloc(0)) } }),
  crl_point_not_http: leaf({ extensions: { crlPoints: crlPoints(pointName(uri('https://crl.example/1.crl'))) } }),
  crl_point_partial: leaf({ extensions: { crlPoints: crlPoints(Buffer.concat([goodPoint, implicit(1, bytes(7, 0x80))])) } }),
  crl_points_several: leaf({ extensions: { crlPoints: crlPoints(goodPoint, goodPoint) } }),

  sct_list_shape: leaf({ extensions: { more: sct(bytes(0, 3, 0, 1, 0)) } }),
  sct_list_critical: leaf({ extensions: { more: extension('1.3.6.1.4.1.11129.2.4.2', octetString(bytes(0, 0)), true) } }),
  tls_feature_critical: leaf({ extensions: { more: extension('1.3.6.1.5.5.7.1.24', sequence(integer(5)), true) } }),
  must_staple_without_ocsp: leaf({ extensions: { more: extension('1.3.6.1.5.5.7.1.24', sequence(integer(5))) } }),
  qc_statements_shape: leaf({ extensions: { more: extension('1.3.6.1.5.5.7.1.3', sequence(integer(1))) } }),
  qc_statements_critical: leaf({
    extensions: { more: extension('1.3.6.1.5.5.7.1.3', sequence(sequence(objectIdentifier('0.4.0.1862.1.1'))), true) },
  }),
  freshest_crl_critical: leaf({ extensions: { more: extension('2.5.29.46', sequence(sequence(goodPoint)), true) } }),
  directory_attributes_critical: leaf({ extensions: { more: extension('2.5.29.9', sequence(), true) } }),
};

const timestamp = Buffer.concat([bytes(0), Buffer.alloc(40, 7), bytes(0, 0), bytes(4, 3, 0, 0)]);
const lengthOf = (value: Buffer): Buffer => bytes(0, value.length);

/** Cases near the edge of a rule that still keep it. */
export const keptRules: readonly (readonly [rule: string, by: string, ...Case])[] = [
  ['serial_too_long', 'a serial number of 20 octets', ...leaf({ serial: Buffer.alloc(20, 0x55) })],
  ['serial_too_short', 'a serial number of 8 octets', ...leaf({ serial: Buffer.alloc(8, 0x55) })],
  ['integer_not_minimal', 'a zero before a set bit', ...leaf({ serial: bytes(0, 0x80, 3, 4, 5, 6, 7, 8, 9) })],
  ['utc_time_expected', 'a GeneralizedTime from 2050 on', ...root({ notAfter: date('2050-01-01') })],
  ['validity_too_long', '200 days to the last second', ...leaf({ notAfter: date('2026-12-17T23:59:59Z') })],
  [
    'validity_too_long',
    '398 days before 2026-03-15',
    ...leaf({ notBefore: date('2026-03-14T23:59:59Z'), notAfter: date('2027-04-16T23:59:58Z') }),
  ],
  ['validity_at_limit', '199 days', ...leaf({ notAfter: date('2026-12-16T23:59:59Z') })],
  ['validity_reversed', 'one second of validity', ...leaf({ notAfter: date('2026-06-01') })],
  ...(['rsa_too_small', 'rsa_size_not_multiple_of_8', 'rsa_modulus_even', 'rsa_small_factor', 'rsa_roca', 'rsa_close_primes'] as const).map(
    (rule) => [rule, 'a common RSA key', ...leaf(rsaKey(goodModulus))] as const,
  ),
  ['rsa_exponent_invalid', 'exponent 3', ...leaf(rsaKey(goodModulus, 3n))],
  ['curve_not_allowed', 'P-521', ...leaf({ spki: keyPair('P-521', 'rule').spki })],
  ['key_type_not_allowed', 'RSA', ...leaf(rsaKey(goodModulus))],
  ['dns_wildcard_suffix', 'a wildcard below a public suffix', ...named('*.example.co.uk')],
  ['dns_wildcard_suffix', "an operator's wildcard over its private suffix", ...named('*.github.io', 'github.io')],
  ['dns_internal', 'an onion name', ...named(`${'a'.repeat(55)}d.onion`)],
  ['dns_onion_version', 'a version 3 onion name', ...named(`www.${'a'.repeat(55)}d.onion`)],
  ['dns_label_too_long', 'a label of 63 characters', ...named(`${'a'.repeat(63)}.example.com`)],
  ['dns_hyphen', 'a hyphen inside', ...named('a-b.example.com')],
  ['dns_reserved_label', 'punycode', ...named('xn--mnchen-3ya.example.com')],
  ['dns_punycode', 'valid punycode', ...named('xn--mnchen-3ya.example.com')],
  ['email_form', 'one mailbox and one domain', ...otherNames(implicit(1, text('*@example.com')))],
  ['ip_length', 'an IPv6 address', ...otherNames(implicit(7, Buffer.from('20010db8000000000000000000000001', 'hex')))],
  ['ip_reserved', 'a public address', ...otherNames(implicit(7, bytes(1, 1, 1, 1)))],
  ['cn_not_in_san', 'a copy of an alternative name', ...subject([cn, 'a.example.com'])],
  ['cn_foreign', 'a domain above an alternative name', ...subject([cn, 'example.com'])],
  ['cn_foreign', 'a name of an internal network', ...subject([cn, 'printer.internal'])],
  ['cn_foreign', 'a common name that is not a host', ...subject([cn, 'Acme'])],
  ['dv_attribute', 'a country and a common name', ...subject([c, 'US'], [cn, 'a.example.com'])],
  ['place_missing', 'a locality', ...validated(organizationValidated, [c, 'US'], ['2.5.4.7', 'Toledo'], [o, 'Acme'])],
  ['text_string_expected', 'UTF-8', ...subject([o, 'Acm\u00e9', UTF8])],
  ['attribute_too_long', '64 characters of two bytes', ...subject([o, '\u00e9'.repeat(64), UTF8])],
  ['attribute_order', 'country before common name', ...subject([c, 'US'], [cn, 'a.example.com'])],
  ['ku_padded', 'ten bits', ...leaf({ extensions: { keyUsage: keyUsage(true, 7, 0x80, 0x80) } })],
  [
    'leaf_ku_forbidden',
    'key encipherment with RSA',
    ...leaf({ ...rsaKey(goodModulus), extensions: { keyUsage: keyUsage(true, 5, 0xa0) } }),
  ],
  ['eku_other', 'client authentication', ...leaf({ extensions: { purposes: purposes(server, '1.3.6.1.5.5.7.3.2') } })],
  ['name_constraint_form', 'a domain', ...intermediate({ extensions: { more: nameConstraints(implicit(2, text('example.com'))) } })],
  [
    'name_constraint_range',
    'a range',
    ...intermediate({ extensions: { more: nameConstraints(implicit(7, bytes(10, 0, 0, 0, 255, 128, 0, 0))) } }),
  ],
  ['authority_policies_any', 'anyPolicy alone', ...intermediate({ extensions: { policies: policies('2.5.29.32.0') } })],
  [
    'revocation_missing',
    'an OCSP responder',
    ...leaf({ extensions: { crlPoints: null, access: access([ocsp, uri('http://ocsp.example/')]) } }),
  ],
  ['revocation_missing', '7 days of validity', ...leaf({ notAfter: date('2026-06-07T23:59:59Z'), extensions: { crlPoints: null } })],
  [
    'sct_list_shape',
    'a timestamp',
    ...leaf({
      extensions: { more: sct(Buffer.concat([lengthOf(Buffer.concat([lengthOf(timestamp), timestamp])), lengthOf(timestamp), timestamp])) },
    }),
  ],
  [
    'must_staple_without_ocsp',
    'an OCSP responder',
    ...leaf({
      extensions: { more: extension('1.3.6.1.5.5.7.1.24', sequence(integer(5))), access: access([ocsp, uri('http://ocsp.example/')]) },
    }),
  ],
  [
    'qc_statements_shape',
    'a statement',
    ...leaf({ extensions: { more: extension('1.3.6.1.5.5.7.1.3', sequence(sequence(objectIdentifier('0.4.0.1862.1.1')))) } }),
  ],
];
