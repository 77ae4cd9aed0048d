import type { StoreContents } from '../client-rules.ts';

/** By client, the roots of `publicRoots` that its store lacks: people can add roots. */
export const rootStores: readonly StoreContents[] = [
  {
    client: 'chrome',
    store: 'version 36 of the Chrome Root Store',
    alerts: true,
    source: {
      url: 'https://chromium.googlesource.com/chromium/src/+/main/net/data/ssl/chrome_root_store/root_store.textproto',
      readOn: '2026-11-23',
    },
    lacks: [
      '098e08a91dbbf77478b96cceb89b1413a5da37b7c862606a955deb07179f4326', // Telia EC TLS Root CA v3
      '125609aa301da0a249b97a8239cb6a34216f44dcac9f3954b14292f2e8c8608f', // emSign Root CA - C1
      '1435f225c5d252d7a21948cc3ce62aecfa88001e3dd72d1cc3555100eb372f93', // SECOM TLS RSA Root CA 2024
      '30d0895a9a448a262091635522d1f52010b5867acae12c78ef958fd4f4389f2f', // IdenTrust Public Sector Root CA 1
      '44b545aa8a25e65a73ca15dc27fc36d24c1cb9953a066539b11582dc487b4833', // Hellenic Academic and Research Institutions ECC RootCA 2015
      '4b009c1034494f9ab56bba3ba1d62731fc4d20d8955adcec10a925607261e338', // SecureSign Root CA14
      '568d6905a2c88708a4b3025190edcfedb1974a606a13c6e5290fcb2ae63edab5', // Starfield Services Root Certificate Authority - G2
      '574df6931e278039667b720afdc1600fc27eb66dd3092979fb73856487212882', // BJCA Global Root CA2
      '6ab2ab75f51cb4f4f0156203fbf6f646232f514be059f62833308b82b4d72db1', // SECOM TLS ECC Root CA 2024
      '8a866fd1b276b57e578e921c65828a2bed58e9f2f288054134b7f1f4bfc9cc74', // QuoVadis Root CA 1 G3
      'a040929a02ce53b4acf4f2ffc6981ce4496f755e6d45fe0b2a692bcd52523f36', // Hellenic Academic and Research Institutions RootCA 2015
      'b676f2eddae8775cd36cb0f63cd1d4603961f49e6265ba013a2f0307b6d0b804', // Certum Trusted Network CA 2
      'bc4d809b15189d78db3e1d8cf4f9726a795da1643ca5f1358e1ddb0edc0d7eb3', // emSign ECC Root CA - C3
      'be4b56cb5056c0136a526df444508daa36a0b54f42e4ac38f72af470e479654c', // TrustAsia Global Root CA G4
      'bfd88fe1101c41ae3e801bf8be56350ee9bad1a6b9bd515edc5c6d5b8711ac44', // TWCA Root Certification Authority
      'd13db1294c45ebc6fc86c6bbf69fa29bdfe692dff7c713c243c7a956c6a2284c', // Telia RSA TLS Root CA v3
      'e0d3226aeb1163c2e48ff9be3b50b4c6431be7bb1eacc5c36b5d5ec509039a08', // TrustAsia Global Root CA G3
      'e778f0f095fe843729cd1a0082179e5314a9c291442805e1fb1d8fb6b8886c3a', // SecureSign Root CA15
      'f3896f88fe7c0a882766a7fa6ad2749fb57a7f3e98fb769c1fa7b09c2c44d5ae', // BJCA Global Root CA1
    ],
  },
  {
    client: 'apple',
    store: 'the root store of iOS 26 and macOS 26',
    alerts: false,
    source: { url: 'https://support.apple.com/en-us/126047', readOn: '2026-11-23' },
    lacks: [
      '0552e6f83fdf65e8fa9670e666df28a4e21340b510cbe52566f97c4fb94b2bd1', // D-TRUST BR Root CA 2 2023
      '06c08d7dafd876971eb1124fe67f847ec0c7a158d3ea53cbe940e2ea9791f4c3', // TrustAsia TLS RSA Root CA
      '08170d1aa36453901a2f959245e347db0c8d37abaabc56b81aa100dc958970db', // D-TRUST EV Root CA 1 2020
      '098e08a91dbbf77478b96cceb89b1413a5da37b7c862606a955deb07179f4326', // Telia EC TLS Root CA v3
      '125609aa301da0a249b97a8239cb6a34216f44dcac9f3954b14292f2e8c8608f', // emSign Root CA - C1
      '1435f225c5d252d7a21948cc3ce62aecfa88001e3dd72d1cc3555100eb372f93', // SECOM TLS RSA Root CA 2024
      '193144f431e0fddb740717d4de926a571133884b4360d30e272913cbe660ce41', // SwissSign RSA TLS Root CA 2022 - 1
      '2e44102ab58cb85419451c8e19d9acf3662cafbc614b6a53960a30f7d0e2eb41', // TunTrust Root CA
      '30fbba2c32238e2a98547af97931e550428b9b3f1c8eeb6633dcfa86c5b27dd3', // vTrus ECC Root CA
      '3f63bb2814be174ec8b6439cf08d6d56f0b7c405883a5648a334424d6b3ec558', // TWCA CYBER Root CA
      '4b009c1034494f9ab56bba3ba1d62731fc4d20d8955adcec10a925607261e338', // SecureSign Root CA14
      '554153b13d2cf9ddb753bfbe1a4e0ae08d0aa4187058fe60a2b862b2e4b87bcb', // AC RAIZ FNMT-RCM SERVIDORES SEGUROS
      '574df6931e278039667b720afdc1600fc27eb66dd3092979fb73856487212882', // BJCA Global Root CA2
      '578af4ded0853f4e5998db4aeaf9cbea8d945f60b620a38d1a3c13b2bc7ba8e1', // Telekom Security TLS ECC Root 2020
      '57de0583efd2b26e0361da99da9df4648def7ee8441c3b728afa9bcde0f9b26a', // Autoridad de Certificacion Firmaprofesional CIF A62634068
      '6ab2ab75f51cb4f4f0156203fbf6f646232f514be059f62833308b82b4d72db1', // SECOM TLS ECC Root CA 2024
      '8a71de6559336f426c26e53880d00d88a18da4c6a91f0dcb6194e206c5c96387', // vTrus Root CA
      '8e8221b2e7d4007836a1672f0dcc299c33bc07d316f132fa1a206d587150f1ce', // D-TRUST EV Root CA 2 2023
      '9ae36232a5189ffddb353dfd26520c015395d22777dac59db57b98c089a651e6', // OISTE Server Root RSA G1
      '9bea11c976fe014764c1be56a6f914b5a560317abd9988393382e5161aa0493c', // UCA Global G2 Root
      'a1339d33281a0b56e557d3d32b1ce7f9367eb094bd5fa72a7e5004c8ded7cafe', // SZAFIR ROOT CA2
      'b49141502d00663d740f2e7ec340c52800962666121a36d09cf7dd2b90384fb4', // e-Szigno TLS Root CA 2023
      'bc4d809b15189d78db3e1d8cf4f9726a795da1643ca5f1358e1ddb0edc0d7eb3', // emSign ECC Root CA - C3
      'be4b56cb5056c0136a526df444508daa36a0b54f42e4ac38f72af470e479654c', // TrustAsia Global Root CA G4
      'beb00b30839b9bc32c32e4447905950641f26421b15ed089198b518ae2ea1b99', // e-Szigno Root CA 2017
      'c0076b9ef0531fb1a656d67c4ebe97cd5dbaa41ef44598acc2489878c92d8711', // TrustAsia TLS ECC Root CA
      'd13db1294c45ebc6fc86c6bbf69fa29bdfe692dff7c713c243c7a956c6a2284c', // Telia RSA TLS Root CA v3
      'd43af9b35473755c9684fc06d7d8cb70ee5c28e773fb294eb41ee71722924d24', // UCA Extended Validation Root
      'd48d3d23eedb50a459e55197601c27774b9d7b18c94d5a059511a10250b93168', // Certigna Root CA
      'e0d3226aeb1163c2e48ff9be3b50b4c6431be7bb1eacc5c36b5d5ec509039a08', // TrustAsia Global Root CA G3
      'e59aaa816009c22bff5b25bad37df306f049797c1f81d85ab089e657bd8f0044', // D-TRUST BR Root CA 1 2020
      'e778f0f095fe843729cd1a0082179e5314a9c291442805e1fb1d8fb6b8886c3a', // SecureSign Root CA15
      'eec997c0c30f216f7e3b8b307d2bae42412d753fc8219dafd1520b2572850f49', // OISTE Server Root ECC G1
      'efc65cadbb59adb6efe84da22311b35624b71b3b1ea0da8b6655174ec8978646', // Telekom Security TLS RSA Root 2023
      'f3896f88fe7c0a882766a7fa6ad2749fb57a7f3e98fb769c1fa7b09c2c44d5ae', // BJCA Global Root CA1
      'fb8fec759169b9106b1e511644c618c51304373f6c0643088d8beffd1b997599', // ANF Secure Server Root CA
    ],
  },
  {
    client: 'java',
    store: 'the root store of OpenJDK',
    alerts: false,
    source: { url: 'https://github.com/openjdk/jdk/tree/master/src/java.base/share/data/cacerts', readOn: '2026-11-23' },
    lacks: [
      '0552e6f83fdf65e8fa9670e666df28a4e21340b510cbe52566f97c4fb94b2bd1', // D-TRUST BR Root CA 2 2023
      '06c08d7dafd876971eb1124fe67f847ec0c7a158d3ea53cbe940e2ea9791f4c3', // TrustAsia TLS RSA Root CA
      '08170d1aa36453901a2f959245e347db0c8d37abaabc56b81aa100dc958970db', // D-TRUST EV Root CA 1 2020
      '098e08a91dbbf77478b96cceb89b1413a5da37b7c862606a955deb07179f4326', // Telia EC TLS Root CA v3
      '125609aa301da0a249b97a8239cb6a34216f44dcac9f3954b14292f2e8c8608f', // emSign Root CA - C1
      '1435f225c5d252d7a21948cc3ce62aecfa88001e3dd72d1cc3555100eb372f93', // SECOM TLS RSA Root CA 2024
      '193144f431e0fddb740717d4de926a571133884b4360d30e272913cbe660ce41', // SwissSign RSA TLS Root CA 2022 - 1
      '22a2c1f7bded704cc1e701b5f408c310880fe956b5de2a4a44f99c873a25a7c8', // SSL.com EV Root Certification Authority ECC
      '2530cc8e98321502bad96f9b1fba1b099e2d299e0f4548bb914f363bc0d4531f', // Izenpe.com
      '2e44102ab58cb85419451c8e19d9acf3662cafbc614b6a53960a30f7d0e2eb41', // TunTrust Root CA
      '30fbba2c32238e2a98547af97931e550428b9b3f1c8eeb6633dcfa86c5b27dd3', // vTrus ECC Root CA
      '3c5f81fea5fab82c64bfa2eaecafcde8e077fc8620a7cae537163df36edbf378', // Microsec e-Szigno Root CA 2009
      '3f63bb2814be174ec8b6439cf08d6d56f0b7c405883a5648a334424d6b3ec558', // TWCA CYBER Root CA
      '3f99cc474acfce4dfed58794665e478d1547739f2e780f1bb4ca9b133097d401', // HARICA TLS ECC Root CA 2021
      '46edc3689046d53a453fb3104ab80dcaec658b2660ea1629dd7e867990648716', // TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1
      '4b009c1034494f9ab56bba3ba1d62731fc4d20d8955adcec10a925607261e338', // SecureSign Root CA14
      '554153b13d2cf9ddb753bfbe1a4e0ae08d0aa4187058fe60a2b862b2e4b87bcb', // AC RAIZ FNMT-RCM SERVIDORES SEGUROS
      '574df6931e278039667b720afdc1600fc27eb66dd3092979fb73856487212882', // BJCA Global Root CA2
      '578af4ded0853f4e5998db4aeaf9cbea8d945f60b620a38d1a3c13b2bc7ba8e1', // Telekom Security TLS ECC Root 2020
      '57de0583efd2b26e0361da99da9df4648def7ee8441c3b728afa9bcde0f9b26a', // Autoridad de Certificacion Firmaprofesional CIF A62634068
      '5a2fc03f0c83b090bbfa40604b0988446c7636183df9846e17101a447fb8efd6', // Hongkong Post Root CA 3
      '5cc3d78e4e1d5e45547a04e6873e64f90cf9536d1ccc2ef800f355c4c5fd70fd', // CFCA EV ROOT
      '657cfe2fa73faa38462571f332a2363a46fce7020951710702cdfbb6eeda3305', // certSIGN ROOT CA G2
      '6ab2ab75f51cb4f4f0156203fbf6f646232f514be059f62833308b82b4d72db1', // SECOM TLS ECC Root CA 2024
      '6c61dac3a2def031506be036d2a6fe401994fbd13df9c8d466599274c446ec98', // NetLock Arany (Class Gold) Főtanúsítvány
      '81a9088ea59fb364c548a6f85559099b6f0405efbf18e5324ec9f457ba00112f', // Atos TrustedRoot Root CA RSA TLS 2021
      '88f438dcf8ffd1fa8f429115ffe5f82ae1e06e0c70c375faad717b34a49e7265', // NAVER Global Root Certification Authority
      '8a71de6559336f426c26e53880d00d88a18da4c6a91f0dcb6194e206c5c96387', // vTrus Root CA
      '8e8221b2e7d4007836a1672f0dcc299c33bc07d316f132fa1a206d587150f1ce', // D-TRUST EV Root CA 2 2023
      '9a6ec012e1a7da9dbe34194d478ad7c0db1822fb071df12981496ed104384113', // ACCVRAIZ1
      '9ae36232a5189ffddb353dfd26520c015395d22777dac59db57b98c089a651e6', // OISTE Server Root RSA G1
      '9bea11c976fe014764c1be56a6f914b5a560317abd9988393382e5161aa0493c', // UCA Global G2 Root
      'a1339d33281a0b56e557d3d32b1ce7f9367eb094bd5fa72a7e5004c8ded7cafe', // SZAFIR ROOT CA2
      'b2fae53e14ccd7ab9212064701ae279c1d8988facb775fa8a008914e663988a8', // Atos TrustedRoot Root CA ECC TLS 2021
      'b49141502d00663d740f2e7ec340c52800962666121a36d09cf7dd2b90384fb4', // e-Szigno TLS Root CA 2023
      'b676f2eddae8775cd36cb0f63cd1d4603961f49e6265ba013a2f0307b6d0b804', // Certum Trusted Network CA 2
      'bc4d809b15189d78db3e1d8cf4f9726a795da1643ca5f1358e1ddb0edc0d7eb3', // emSign ECC Root CA - C3
      'be4b56cb5056c0136a526df444508daa36a0b54f42e4ac38f72af470e479654c', // TrustAsia Global Root CA G4
      'beb00b30839b9bc32c32e4447905950641f26421b15ed089198b518ae2ea1b99', // e-Szigno Root CA 2017
      'bfd88fe1101c41ae3e801bf8be56350ee9bad1a6b9bd515edc5c6d5b8711ac44', // TWCA Root Certification Authority
      'bfff8fd04433487d6a8aa60c1a29767a9fc2bbb05e420f713a13b992891d3893', // GDCA TrustAUTH R5 ROOT
      'c0076b9ef0531fb1a656d67c4ebe97cd5dbaa41ef44598acc2489878c92d8711', // TrustAsia TLS ECC Root CA
      'd13db1294c45ebc6fc86c6bbf69fa29bdfe692dff7c713c243c7a956c6a2284c', // Telia RSA TLS Root CA v3
      'd43af9b35473755c9684fc06d7d8cb70ee5c28e773fb294eb41ee71722924d24', // UCA Extended Validation Root
      'd95d0e8eda79525bf9beb11b14d2100d3294985f0c62d9fabd9cd999eccb7b1d', // HARICA TLS RSA Root CA 2021
      'e0d3226aeb1163c2e48ff9be3b50b4c6431be7bb1eacc5c36b5d5ec509039a08', // TrustAsia Global Root CA G3
      'e23d4a036d7b70e9f595b1422079d2b91edfbb1fb651a0633eaa8a9dc5f80703', // CA Disig Root R2
      'e59aaa816009c22bff5b25bad37df306f049797c1f81d85ab089e657bd8f0044', // D-TRUST BR Root CA 1 2020
      'e74fbda55bd564c473a36b441aa799c8a68e077440e8288b9fa1e50e4bbaca11', // Security Communication ECC RootCA1
      'e778f0f095fe843729cd1a0082179e5314a9c291442805e1fb1d8fb6b8886c3a', // SecureSign Root CA15
      'ebc5570c29018c4d67b1aa127baf12f703b4611ebc17b7dab5573894179b93fa', // AC RAIZ FNMT-RCM
      'eec997c0c30f216f7e3b8b307d2bae42412d753fc8219dafd1520b2572850f49', // OISTE Server Root ECC G1
      'efc65cadbb59adb6efe84da22311b35624b71b3b1ea0da8b6655174ec8978646', // Telekom Security TLS RSA Root 2023
      'f015ce3cc239bfef064be9f1d2c417e1a0264a0a94be1f0c8d121864eb6949cc', // HiPKI Root CA - G1
      'f3896f88fe7c0a882766a7fa6ad2749fb57a7f3e98fb769c1fa7b09c2c44d5ae', // BJCA Global Root CA1
      'fb8fec759169b9106b1e511644c618c51304373f6c0643088d8beffd1b997599', // ANF Secure Server Root CA
    ],
  },
  {
    client: 'android7',
    store: 'the root store of Android 7.0',
    alerts: false,
    source: { url: 'https://android.googlesource.com/platform/system/ca-certificates/+/c36d8eb/files/', readOn: '2026-11-23' },
    lacks: [
      '018e13f0772532cf809bd1b17281867283fc48c6e13be9c69812854a490c1b05', // DigiCert TLS ECC P384 Root G5
      '0552e6f83fdf65e8fa9670e666df28a4e21340b510cbe52566f97c4fb94b2bd1', // D-TRUST BR Root CA 2 2023
      '06c08d7dafd876971eb1124fe67f847ec0c7a158d3ea53cbe940e2ea9791f4c3', // TrustAsia TLS RSA Root CA
      '08170d1aa36453901a2f959245e347db0c8d37abaabc56b81aa100dc958970db', // D-TRUST EV Root CA 1 2020
      '098e08a91dbbf77478b96cceb89b1413a5da37b7c862606a955deb07179f4326', // Telia EC TLS Root CA v3
      '125609aa301da0a249b97a8239cb6a34216f44dcac9f3954b14292f2e8c8608f', // emSign Root CA - C1
      '1435f225c5d252d7a21948cc3ce62aecfa88001e3dd72d1cc3555100eb372f93', // SECOM TLS RSA Root CA 2024
      '18ce6cfe7bf14e60b2e347b8dfe868cb31d02ebb3ada271569f50343b46db3a4', // Amazon Root CA 3
      '193144f431e0fddb740717d4de926a571133884b4360d30e272913cbe660ce41', // SwissSign RSA TLS Root CA 2022 - 1
      '1ba5b2aa8c65401a82960118f80bec4f62304d83cec4713a19c39c011ea46db4', // Amazon Root CA 2
      '22a2c1f7bded704cc1e701b5f408c310880fe956b5de2a4a44f99c873a25a7c8', // SSL.com EV Root Certification Authority ECC
      '242b69742fcb1e5b2abf98898b94572187544e5b4d9911786573621f6a74b82c', // Telia Root CA v2
      '2cabeafe37d06ca22aba7391c0033d25982952c453647349763a3ab5ad6ccf69', // GlobalSign Root CA - R6
      '2e44102ab58cb85419451c8e19d9acf3662cafbc614b6a53960a30f7d0e2eb41', // TunTrust Root CA
      '2e7bf16cc22485a7bbe2aa8696750761b0ae39be3b2fe9d0cc6d4ef73491425c', // SSL.com EV Root Certification Authority RSA R2
      '30fbba2c32238e2a98547af97931e550428b9b3f1c8eeb6633dcfa86c5b27dd3', // vTrus ECC Root CA
      '3417bb06cc6007da1b961c920b8ab4ce3fad820e4aa30b9acbc4a74ebdcebc65', // SSL.com Root Certification Authority ECC
      '349dfa4058c5e263123b398ae795573c4e1313c83fe68f93556cd5e8031b3c7d', // GTS Root R4
      '34d8a73ee208d9bcdb0d956520934b4e40e69482596e8b6f73c8426b010a6f48', // GTS Root R3
      '358df39d764af9e1b766e9c972df352ee15cfac227af6ad1d70e8e4a6edcba02', // Microsoft ECC Root Certificate Authority 2017
      '371a00dc0533b3721a7eeb40e8419e70799d2b0a0f2c1d80693165f7cec4ad75', // DigiCert TLS RSA4096 Root G5
      '3f63bb2814be174ec8b6439cf08d6d56f0b7c405883a5648a334424d6b3ec558', // TWCA CYBER Root CA
      '3f99cc474acfce4dfed58794665e478d1547739f2e780f1bb4ca9b133097d401', // HARICA TLS ECC Root CA 2021
      '40f6af0346a99aa1cd1d555a4e9cce62c7f9634603ee406615833dc8c8d00367', // emSign Root CA - G1
      '44b545aa8a25e65a73ca15dc27fc36d24c1cb9953a066539b11582dc487b4833', // Hellenic Academic and Research Institutions ECC RootCA 2015
      '46edc3689046d53a453fb3104ab80dcaec658b2660ea1629dd7e867990648716', // TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1
      '4b009c1034494f9ab56bba3ba1d62731fc4d20d8955adcec10a925607261e338', // SecureSign Root CA14
      '4fa3126d8d3a11d1c4855a4f807cbad6cf919d3a5a88b03bea2c6372d93c40c9', // GlobalSign Root R46
      '554153b13d2cf9ddb753bfbe1a4e0ae08d0aa4187058fe60a2b862b2e4b87bcb', // AC RAIZ FNMT-RCM SERVIDORES SEGUROS
      '574df6931e278039667b720afdc1600fc27eb66dd3092979fb73856487212882', // BJCA Global Root CA2
      '578af4ded0853f4e5998db4aeaf9cbea8d945f60b620a38d1a3c13b2bc7ba8e1', // Telekom Security TLS ECC Root 2020
      '57de0583efd2b26e0361da99da9df4648def7ee8441c3b728afa9bcde0f9b26a', // Autoridad de Certificacion Firmaprofesional CIF A62634068
      '5a2fc03f0c83b090bbfa40604b0988446c7636183df9846e17101a447fb8efd6', // Hongkong Post Root CA 3
      '657cfe2fa73faa38462571f332a2363a46fce7020951710702cdfbb6eeda3305', // certSIGN ROOT CA G2
      '69729b8e15a86efc177a57afb7171dfc64add28c2fca8cf1507e34453ccb1470', // ISRG Root X2
      '6ab2ab75f51cb4f4f0156203fbf6f646232f514be059f62833308b82b4d72db1', // SECOM TLS ECC Root CA 2024
      '6b328085625318aa50d173c98d8bda09d57e27413d114cf787a0f5d06c030cf6', // Certum EC-384 CA
      '77b82cd8644c4305f7acc5cb156b45675004033d51c60c6202a8e0c33467d3a0', // Certainly Root R1
      '7bb647a62aeeac88bf257aa522d01ffea395e0ab45c73f93f65654ec38f25a06', // Sectigo Public Server Authentication Root R46
      '81a9088ea59fb364c548a6f85559099b6f0405efbf18e5324ec9f457ba00112f', // Atos TrustedRoot Root CA RSA TLS 2021
      '8560f91c3624daba9570b5fea0dbe36ff11a8323be9486854fb3f34a5571198d', // OISTE WISeKey Global Root GC CA
      '85666a562ee0be5ce925c1d8890a6f76a87ec16d4d7d5f29ea7419cf20123b69', // SSL.com Root Certification Authority RSA
      '86a1ecba089c4a8d3bbe2734c612ba341d813e043cf9e8a862cd5c57a36bbe6b', // emSign ECC Root CA - G3
      '88f438dcf8ffd1fa8f429115ffe5f82ae1e06e0c70c375faad717b34a49e7265', // NAVER Global Root Certification Authority
      '8a71de6559336f426c26e53880d00d88a18da4c6a91f0dcb6194e206c5c96387', // vTrus Root CA
      '8e8221b2e7d4007836a1672f0dcc299c33bc07d316f132fa1a206d587150f1ce', // D-TRUST EV Root CA 2 2023
      '8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e', // Amazon Root CA 1
      '8faf7d2e2cb4709bb8e0b33666bf75a5dd45b5de480f8ea8d4bfe6bebc17f2ed', // SSL.com TLS RSA Root CA 2022
      '96bcec06264976f37460779acf28c5a7cfe8a3c0aae11a8ffcee05c0bddf08c6', // ISRG Root X1
      '9ae36232a5189ffddb353dfd26520c015395d22777dac59db57b98c089a651e6', // OISTE Server Root RSA G1
      '9bea11c976fe014764c1be56a6f914b5a560317abd9988393382e5161aa0493c', // UCA Global G2 Root
      'a040929a02ce53b4acf4f2ffc6981ce4496f755e6d45fe0b2a692bcd52523f36', // Hellenic Academic and Research Institutions RootCA 2015
      'b085d70b964f191a73e4af0d54ae7a0e07aafdaf9b71dd0862138ab7325a24a2', // GlobalSign ECC Root CA - R4
      'b2fae53e14ccd7ab9212064701ae279c1d8988facb775fa8a008914e663988a8', // Atos TrustedRoot Root CA ECC TLS 2021
      'b4585f22e4ac756a4e8612a1361c5d9d031a93fd84febb778fa3068b0fc42dc2', // Certainly Root E1
      'b49141502d00663d740f2e7ec340c52800962666121a36d09cf7dd2b90384fb4', // e-Szigno TLS Root CA 2023
      'bc4d809b15189d78db3e1d8cf4f9726a795da1643ca5f1358e1ddb0edc0d7eb3', // emSign ECC Root CA - C3
      'be4b56cb5056c0136a526df444508daa36a0b54f42e4ac38f72af470e479654c', // TrustAsia Global Root CA G4
      'beb00b30839b9bc32c32e4447905950641f26421b15ed089198b518ae2ea1b99', // e-Szigno Root CA 2017
      'bfff8fd04433487d6a8aa60c1a29767a9fc2bbb05e420f713a13b992891d3893', // GDCA TrustAUTH R5 ROOT
      'c0076b9ef0531fb1a656d67c4ebe97cd5dbaa41ef44598acc2489878c92d8711', // TrustAsia TLS ECC Root CA
      'c32ffd9f46f936d16c3673990959434b9ad60aafbb9e7cf33654f144cc1ba143', // SSL.com TLS ECC Root CA 2022
      'c741f70f4b2a8d88bf2e71c14122ef53ef10eba0cfa5e64cfa20f418853073e0', // Microsoft RSA Root Certificate Authority 2017
      'c90f26f0fb1b4018b22227519b5ca2b53e2ca5b3be5cf18efe1bef47380c5383', // Sectigo Public Server Authentication Root E46
      'cbb9c44d84b8043e1050ea31a69f514955d7bfd2e2c6b49301019ad61d9f5058', // GlobalSign Root E46
      'd13db1294c45ebc6fc86c6bbf69fa29bdfe692dff7c713c243c7a956c6a2284c', // Telia RSA TLS Root CA v3
      'd43af9b35473755c9684fc06d7d8cb70ee5c28e773fb294eb41ee71722924d24', // UCA Extended Validation Root
      'd48d3d23eedb50a459e55197601c27774b9d7b18c94d5a059511a10250b93168', // Certigna Root CA
      'd947432abde7b7fa90fc2e6b59101b1280e0e1c7e4e40fa3c6887fff57a7f4cf', // GTS Root R1
      'd95d0e8eda79525bf9beb11b14d2100d3294985f0c62d9fabd9cd999eccb7b1d', // HARICA TLS RSA Root CA 2021
      'e0d3226aeb1163c2e48ff9be3b50b4c6431be7bb1eacc5c36b5d5ec509039a08', // TrustAsia Global Root CA G3
      'e35d28419ed02025cfa69038cd623962458da5c695fbdea3c22b0bfb25897092', // Amazon Root CA 4
      'e59aaa816009c22bff5b25bad37df306f049797c1f81d85ab089e657bd8f0044', // D-TRUST BR Root CA 1 2020
      'e74fbda55bd564c473a36b441aa799c8a68e077440e8288b9fa1e50e4bbaca11', // Security Communication ECC RootCA1
      'e778f0f095fe843729cd1a0082179e5314a9c291442805e1fb1d8fb6b8886c3a', // SecureSign Root CA15
      'ebc5570c29018c4d67b1aa127baf12f703b4611ebc17b7dab5573894179b93fa', // AC RAIZ FNMT-RCM
      'eec997c0c30f216f7e3b8b307d2bae42412d753fc8219dafd1520b2572850f49', // OISTE Server Root ECC G1
      'efc65cadbb59adb6efe84da22311b35624b71b3b1ea0da8b6655174ec8978646', // Telekom Security TLS RSA Root 2023
      'f015ce3cc239bfef064be9f1d2c417e1a0264a0a94be1f0c8d121864eb6949cc', // HiPKI Root CA - G1
      'f3896f88fe7c0a882766a7fa6ad2749fb57a7f3e98fb769c1fa7b09c2c44d5ae', // BJCA Global Root CA1
      'fb8fec759169b9106b1e511644c618c51304373f6c0643088d8beffd1b997599', // ANF Secure Server Root CA
      'fe7696573855773e37a95e7ad4d9cc96c30157c15d31765ba9b15704e1ae78fd', // Certum Trusted Root CA
    ],
  },
];
