import type { ClientRules, RenewalInfoCa, RootRule, RuleSource, SctPolicy } from '../client-rules.ts';
import { ctLogs } from './ct-logs.ts';
import { publicRoots } from './public-roots.ts';
import { rootStores } from './root-stores.ts';

const read = (url: string): RuleSource => ({ url, readOn: '2026-11-23' });

const chromeStore = read('https://chromium.googlesource.com/chromium/src/+/main/net/data/ssl/chrome_root_store/root_store.textproto');
const chromePolicy = read('https://googlechrome.github.io/chromerootprogram/');
const mozillaLifecycles = read('https://wiki.mozilla.org/CA/Root_CA_Lifecycles');
const appleChanges = read('https://support.apple.com/en-us/121668');
const baselineRequirements = read('https://github.com/cabforum/servercert/blob/main/docs/BR.md');
const letsEncryptProfiles = read('https://letsencrypt.org/docs/profiles/');
const nssRoots = read('https://hg.mozilla.org/projects/nss/file/tip/lib/ckfw/builtins/certdata.txt');
const jdk = (file: string): RuleSource =>
  read(`https://github.com/openjdk/jdk/blob/master/src/java.base/share/classes/sun/security/validator/${file}.java`);

const affirmTrust = [
  '0376ab1d54c5f9803ce4b2e201a0ee7eef7b57b636e8a93c9b8d4860c96f5fa7', // Commercial
  '0a81ec5a929777f145904af38d5d509f66b5e2c58fcdb531058b0e17f3f0b41b', // Networking
  '70a73f7f376b60074248904534b11482d5bf0e698ecc498df52577ebf2e93b9a', // Premium
  'bd71fdf6da97e4cf62d1647add2581b07d79adf8397eb4ecba9c5e8488821423', // Premium ECC
];
const entrust = [
  '6dc47172e01cbcb0bf62580d895fe2b8ac9ad4f873801e0c10b9c837d21eb177', // Entrust.net Certification Authority (2048)
  '73c176434f1bc6d5adf45b0e76e727287c8de57616c1e6e6141a2b2cbc7d8e4c', // Entrust Root Certification Authority
  '02ed0eb28c14da45165c566791700d6451d7fb56f0b2ab1d3b8eb070e56edff5', // EC1
  '43df5774b03e7fef5fe40d931a7bedf1bb2e6b42738c4e6d3841103d3aa7f339', // G2
  'db3517d1f6732a2d5ab97c533ec70779ee3270a62fb4ac4238372460e6f01e88', // G4
];
const camerfirma = [
  '063e4afac491dfd332f3089b8542e94617d893d7fe944e10a7937ee29d9693c0', // Chambers of Commerce Root - 2008
  '136335439334a7698016a0d324de72284e079d7b5220bb8fbd747816eebebaca', // Global Chambersign Root - 2008
];
const EPKI = 'c0a6f4dc63a24bfdcf54ef2a6a082a0a72de35803e2ff5ff527ae5d87206dfd5';
const IZENPE = '2530cc8e98321502bad96f9b1fba1b099e2d299e0f4548bb914f363bc0d4531f';

/** Chrome's `sct_not_after_sec`, by the last second that it accepts. */
const chromeSctLimits: readonly (readonly [at: string, roots: readonly string[], source?: RuleSource])[] = [
  [
    '2024-11-11T23:59:59Z',
    [...entrust, ...affirmTrust],
    read('https://security.googleblog.com/2024/06/sustaining-digital-certificate-security.html'),
  ],
  [
    '2025-07-31T23:59:59Z',
    [
      EPKI,
      'f015ce3cc239bfef064be9f1d2c417e1a0264a0a94be1f0c8d121864eb6949cc', // HiPKI Root CA - G1
      '6c61dac3a2def031506be036d2a6fe401994fbd13df9c8d466599274c446ec98', // NetLock Arany
    ],
  ],
  [
    '2025-10-31T23:59:59Z',
    [
      '9a114025197c5bb95d94e63d55cd43790847b646b23cdf11ada4a00eff15fb48', // Buypass Class 2
      'edf7ebbca27a2a384d387b7d4010c666e2edb4843e4c29b4ae1d5b9332e6b24d', // Buypass Class 3
    ],
  ],
  ['2026-04-14T23:59:59Z', [IZENPE]],
  [
    '2026-05-28T23:59:59Z',
    [
      '49e7a442acf0ea6287050054b52564b650e4f49e42e348d6aa38e039e957b1c1', // D-TRUST Root Class 3 CA 2 2009
      'eec5496b988ce98625b934092eec2908bed0b0f316c2d4730c84eaf1f3d34881', // D-TRUST Root Class 3 CA 2 EV 2009
      '91e2f5788d5810eba7ba58737de1548a8ecacd014598bc0b143e041b17052552', // T-TeleSec GlobalRoot Class 2
      'fd73dad31c644ff1b43bef0ccdda96710b9cd9875eca7e31707af3e96d522bbd', // T-TeleSec GlobalRoot Class 3
    ],
  ],
  [
    '2026-06-14T23:59:59Z',
    [
      'd48d3d23eedb50a459e55197601c27774b9d7b18c94d5a059511a10250b93168', // Certigna Root CA
      '22a2c1f7bded704cc1e701b5f408c310880fe956b5de2a4a44f99c873a25a7c8', // SSL.com EV ECC
      '2e7bf16cc22485a7bbe2aa8696750761b0ae39be3b2fe9d0cc6d4ef73491425c', // SSL.com EV RSA R2
      '3417bb06cc6007da1b961c920b8ab4ce3fad820e4aa30b9acbc4a74ebdcebc65', // SSL.com ECC
      '85666a562ee0be5ce925c1d8890a6f76a87ec16d4d7d5f29ea7419cf20123b69', // SSL.com RSA
    ],
  ],
  ['2026-06-30T23:59:59Z', ['552f7bdcf1a7af9e6ce672017f4f12abf77240c78e761ac203d1d9d20ac89988']], // DigiCert Trusted Root G4
  [
    '2026-09-14T23:59:59Z',
    [
      '59769007f7685d0fcd50872f9f95d5755a5b2b457d81f3692b610a98672f0e1b', // TWCA Global Root CA
      '7d05ebb682339f8c9451ee094eebfefa7953a114edb2f44949452fab7d2fc185', // DigiCert Assured ID Root G2
      '7e37cb8b4c47090cab36551ba6f45db840680fba166a952db100717f43053fc2', // DigiCert Assured ID Root G3
    ],
  ],
  ['2027-06-14T23:59:59Z', ['193144f431e0fddb740717d4de926a571133884b4360d30e272913cbe660ce41']], // SwissSign RSA TLS 2022
  [
    '2027-08-30T23:59:59Z',
    [
      '08170d1aa36453901a2f959245e347db0c8d37abaabc56b81aa100dc958970db', // D-TRUST EV Root CA 1 2020
      '8e8221b2e7d4007836a1672f0dcc299c33bc07d316f132fa1a206d587150f1ce', // D-TRUST EV Root CA 2 2023
      '578af4ded0853f4e5998db4aeaf9cbea8d945f60b620a38d1a3c13b2bc7ba8e1', // Telekom Security TLS ECC 2020
      'efc65cadbb59adb6efe84da22311b35624b71b3b1ea0da8b6655174ec8978646', // Telekom Security TLS RSA 2023
    ],
  ],
  [
    '2027-09-14T23:59:59Z',
    [
      'e59aaa816009c22bff5b25bad37df306f049797c1f81d85ab089e657bd8f0044', // D-TRUST BR Root CA 1 2020
      '0552e6f83fdf65e8fa9670e666df28a4e21340b510cbe52566f97c4fb94b2bd1', // D-TRUST BR Root CA 2 2023
    ],
  ],
];

/** The terms of roots by the age of their key, the same for Chrome and Mozilla. */
const terms = (client: 'chrome' | 'mozilla', source: RuleSource, except: readonly string[]): readonly RootRule[] => [
  { client, kind: 'term', keyFrom: '2006-01-01', keyUntil: '2007-12-31', at: '2026-04-15T00:00:00Z', except, source },
  { client, kind: 'term', keyFrom: '2008-01-01', keyUntil: '2009-12-31', at: '2027-04-15T00:00:00Z', except, source },
  { client, kind: 'term', keyFrom: '2010-01-01', keyUntil: '2011-12-31', at: '2028-04-15T00:00:00Z', except, source },
  { client, kind: 'term', keyFrom: '2012-01-01', keyUntil: '2014-04-14', at: '2029-04-15T00:00:00Z', except, source },
  { client, kind: 'key_age', keyAfter: '2014-04-14', years: 15, source },
];

const rootRules: readonly RootRule[] = [
  ...chromeSctLimits.map(
    ([at, roots, source]): RootRule => ({ client: 'chrome', kind: 'sct_after', at, roots, source: source ?? chromeStore }),
  ),
  // Chrome keeps Izenpe.com with an SCT limit instead, Mozilla with an issue date.
  ...terms('chrome', chromePolicy, [IZENPE]),
  ...terms('mozilla', mozillaLifecycles, [IZENPE]),
  {
    client: 'apple',
    kind: 'issued_after',
    at: '2024-11-15T23:59:59Z',
    roots: [...camerfirma, ...entrust, ...affirmTrust],
    source: appleChanges,
  },
  { client: 'mozilla', kind: 'issued_after', at: '2024-11-30T23:59:59Z', roots: entrust, source: nssRoots },
  { client: 'mozilla', kind: 'issued_after', at: '2025-04-15T23:59:59Z', roots: [EPKI], source: nssRoots },
  {
    client: 'mozilla',
    kind: 'issued_after',
    at: '2026-04-15T23:59:59Z',
    roots: [IZENPE],
    source: read('https://groups.google.com/a/mozilla.org/g/dev-security-policy/c/o1VliD70ctg'),
  },
  {
    client: 'java',
    kind: 'issued_after',
    at: '2024-11-11T23:59:59Z',
    roots: [...entrust, ...affirmTrust],
    source: jdk('CADistrustPolicy'),
  },
  { client: 'java', kind: 'issued_after', at: '2025-04-15T23:59:59Z', roots: camerfirma, source: jdk('CamerfirmaTLSPolicy') },
  { client: 'java', kind: 'issued_after', at: '2026-03-17T23:59:59Z', roots: [EPKI], source: jdk('ChunghwaTLSPolicy') },
];

const twoOrThree = [
  { upToDays: 180, scts: 2, perOperator: null },
  { upToDays: null, scts: 3, perOperator: null },
];

const sctPolicies: readonly SctPolicy[] = [
  {
    client: 'chrome',
    list: 'chrome',
    embedded: twoOrThree,
    // From Chrome 148 on, SCTs in OCSP responses no longer count.
    delivered: { scts: 2, ocsp: false, countsEmbedded: false },
    operators: 2,
    countsLastSecond: false,
    source: read('https://googlechrome.github.io/CertificateTransparency/ct_policy.html'),
  },
  {
    client: 'apple',
    list: 'apple',
    embedded: [
      { upToDays: 180, scts: 2, perOperator: 1 },
      { upToDays: null, scts: 3, perOperator: 2 },
    ],
    delivered: { scts: 2, ocsp: true, countsEmbedded: true },
    operators: 1,
    countsLastSecond: true,
    source: read('https://support.apple.com/en-us/103214'),
  },
  {
    client: 'mozilla',
    list: 'chrome',
    embedded: twoOrThree,
    delivered: { scts: 2, ocsp: true, countsEmbedded: false },
    operators: 2,
    countsLastSecond: false,
    source: read('https://wiki.mozilla.org/SecurityEngineering/Certificate_Transparency'),
  },
];

/** CAs whose directory names `renewalInfo`, with the issuers of their TLS certificates. */
const renewalInfo: readonly RenewalInfoCa[] = [
  {
    name: "Let's Encrypt",
    issuers: ["let's encrypt"],
    directory: 'https://acme-v02.api.letsencrypt.org/directory',
    source: read('https://letsencrypt.org/2024/04/25/guide-to-integrating-ari-into-existing-acme-clients.html'),
  },
  {
    name: 'Google Trust Services',
    issuers: ['google trust services'],
    directory: 'https://dv.acme-v02.api.pki.goog/directory',
    source: read('https://pki.goog/updates/september2025-acme-best-practices.html'),
  },
];

/** The dated facts about clients and public CAs, each with its source. */
export const clientTable: ClientRules = {
  version: '2026-11-23',
  clients: [
    { id: 'chrome', fetchesIntermediates: true, alerts: true },
    { id: 'apple', fetchesIntermediates: true, alerts: true },
    { id: 'mozilla', fetchesIntermediates: true, alerts: true },
    { id: 'java', fetchesIntermediates: false, alerts: true },
    { id: 'android7', fetchesIntermediates: false, alerts: false },
  ],
  roots: publicRoots,
  rootRules,
  stores: rootStores,
  sctPolicies,
  ctLogs,
  lifetimes: {
    limits: [
      { from: '1970-01-01', days: 1_187 },
      { from: '2018-03-01', days: 825 },
      { from: '2020-09-01', days: 398 },
      { from: '2026-03-15', days: 200 },
      { from: '2027-03-15', days: 100 },
      { from: '2029-03-15', days: 47 },
    ],
    source: baselineRequirements,
  },
  validationReuse: {
    limits: [
      { from: '1970-01-01', days: 398 },
      { from: '2026-03-15', days: 200 },
      { from: '2027-03-15', days: 100 },
      { from: '2029-03-15', days: 10 },
    ],
    source: baselineRequirements,
  },
  clientAuthEnds: { on: '2027-03-15', source: chromePolicy },
  dates: [
    {
      on: '2027-02-10',
      text: "Let's Encrypt's default profile issues for 64 days instead of 90.",
      source: letsEncryptProfiles,
      changes: { issuer: "Let's Encrypt", days: 64 },
    },
    {
      on: '2027-03-15',
      text: 'CAs may no longer validate domains by phone.',
      source: baselineRequirements,
      changes: { method: 'phone' },
    },
    { on: '2027-09-15', text: 'Chrome keeps at most two roots of each CA owner.', source: chromePolicy },
    {
      on: '2028-02-16',
      text: "Let's Encrypt's default profile issues for 45 days instead of 64.",
      source: letsEncryptProfiles,
      changes: { issuer: "Let's Encrypt", days: 45 },
    },
    {
      on: '2028-03-15',
      text: 'CAs may no longer validate domains by email.',
      source: baselineRequirements,
      changes: { method: 'email' },
    },
  ],
  renewalInfo,
};
