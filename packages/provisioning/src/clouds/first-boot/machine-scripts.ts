import { FILES, TLS_FILES } from '../../containers/container-recipe.ts';

/** Where the data volume is on the machine. */
export const DATA = '/srv/notafter';
export const SCRIPTS = `${FILES}/bin`;
export const TOKEN_FILE = `${FILES}/bootstrap-token`;

/** A word of a shell, whatever is in it. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Mounts the data volume, and makes a file system on it only if nothing at all is found there. */
export const volumeScript = (device: string, dataFolder: string, uid: number): string => `#!/bin/sh
set -eu
device=${shellWord(device)}
until [ -b "$device" ]; do sleep 2; done
udevadm settle
found=0
blkid -p "$device" >/dev/null || found=$?
case $found in
  0) ;;
  2) mkfs.ext4 -q -L notafter "$device" ;;
  *) echo "The data volume can't be read." >&2; exit 1 ;;
esac
mkdir -p ${DATA}
mountpoint -q ${DATA} || mount -o nodev,nosuid,noexec "$device" ${DATA}
resize2fs "$device"
[ -d ${dataFolder} ] || install -d -m 0700 -o ${uid} -g ${uid} ${dataFolder}
`;

/** Makes the key of the machine once, and has its certificate signed when it has none or the one it has ends within 30 days. */
export const certificateScript = (url: string, uid: number, reload: string): string => `#!/bin/sh
set -eu
umask 077
cd ${FILES}/tls
if [ ! -s machine.key ]; then
  openssl ecparam -name prime256v1 -genkey -noout -out machine.key.new
  mv machine.key.new machine.key
fi
if [ -s ${TLS_FILES.certificate} ] && openssl x509 -checkend 2592000 -noout -in ${TLS_FILES.certificate}; then exit 0; fi
openssl req -new -key machine.key -subj /CN=notafter -out machine.csr
until status=$(curl --silent --max-time 30 --proto =https,http --header @${TOKEN_FILE} --header 'content-type: application/x-pem-file' \\
  --data-binary @machine.csr --output answer.pem --write-out '%{http_code}' ${shellWord(url)}) && [ "$status" = 200 ]; do
  echo "No certificate yet: \${status:-no answer}." >&2
  sleep 10
done
openssl verify -CAfile ${TLS_FILES.authority} answer.pem
[ "$(openssl x509 -noout -pubkey -in answer.pem)" = "$(openssl pkey -pubout -in machine.key)" ]
install -m 0600 -o ${uid} -g ${uid} machine.key ${TLS_FILES.key}
install -m 0644 answer.pem ${TLS_FILES.certificate}.new
mv ${TLS_FILES.certificate}.new ${TLS_FILES.certificate}
rm -f answer.pem machine.csr
${reload}
`;

/** Drops what is not for the engine. The cloud's firewall has the allowlist; this one is what is left if that is removed. */
export const firewallRules = (ports: readonly number[]): string => `#!/usr/sbin/nft -f
flush ruleset
table inet notafter {
  chain input {
    type filter hook input priority 0; policy drop;
    ct state established,related accept
    iif lo accept
    meta l4proto { icmp, ipv6-icmp } accept
    tcp dport { ${ports.join(', ')} } accept
  }
}
`;

const unit = (description: string, sections: string): string => `[Unit]\nDescription=${description}\n${sections}`;

const oneShot = (script: string): string => `[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/sh ${SCRIPTS}/${script}\n`;

/** Units of systemd, by the names of their files. */
export const units: Readonly<Record<string, string>> = {
  'notafter-volume.service': unit('Data volume of the service', oneShot('volume')),
  'notafter-certificate.service': unit(
    'Certificate of the service',
    `Wants=network-online.target\nAfter=network-online.target\n${oneShot('certificate')}TimeoutStartSec=infinity\n`,
  ),
  'notafter-renewal.service': unit('Renewal of the certificate', `[Service]\nType=oneshot\nExecStart=/bin/sh ${SCRIPTS}/certificate\n`),
  'notafter-renewal.timer': unit(
    'Renewal of the certificate, daily',
    '[Timer]\nOnCalendar=daily\nRandomizedDelaySec=6h\nPersistent=true\n[Install]\nWantedBy=timers.target\n',
  ),
  'notafter-engine.service': unit(
    'Engine of the service',
    `Requires=docker.service notafter-volume.service notafter-certificate.service
After=docker.service notafter-volume.service notafter-certificate.service
[Service]
ExecStartPre=-/usr/bin/docker rm -f notafter
ExecStart=/bin/sh ${SCRIPTS}/engine
ExecStop=/usr/bin/docker stop -t 60 notafter
Restart=always
RestartSec=5
[Install]
WantedBy=multi-user.target
`,
  ),
};
