import { FILES, TLS_FILES } from '../../containers/container-recipe.ts';

/** Where the data volume is on the machine. */
export const DATA = '/srv/notafter';
export const SCRIPTS = `${FILES}/bin`;
export const TOKEN_FILE = `${FILES}/bootstrap-token`;

/** A word of a shell, whatever is in it. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const REPORT = `${SCRIPTS}/report`;
/** There once the machine has reported that its engine started. */
const BOOTED = '/var/lib/notafter/booted';

/**
 * Sends a step of the boot to the server, signed with the token. The boot goes on whatever the server answers. A failure that repeats is
 * sent once, and the steps of the first boot only: the server must not delay a later one. cloud-init needs Python, so every machine has it.
 */
export const reportScript = (url: string): string => `#!/usr/bin/env python3
import hashlib, hmac, http.client, json, os, re, sys, time, urllib.error, urllib.request

step = sys.argv[1]
report = {"step": step}
if step == "failed":
    report["message"] = re.sub(r"[^ -~]+", " ", " ".join(sys.argv[2:])).strip()[:200]
body = json.dumps(report, separators=(",", ":")).encode()
booted, sent = "${BOOTED}", "/run/notafter.failed"
if step != "failed" and os.path.exists(sent):
    os.remove(sent)
known = os.path.exists(sent) and open(sent, "rb").read() == body
if known or (step != "failed" and os.path.exists(booted)):
    sys.exit()
token = open("${TOKEN_FILE}").read().strip().removeprefix("notafter-machine: ")
signature = "sha256=" + hmac.new(token.encode(), body, hashlib.sha256).hexdigest()
headers = {"content-type": "application/json", "notafter-signature": signature, "user-agent": "notafter-machine"}
for attempt in range(3):
    try:
        urllib.request.urlopen(urllib.request.Request(${JSON.stringify(url)}, body, headers), timeout=10).close()
        if step == "failed":
            open(sent, "wb").write(body)
        break
    except urllib.error.HTTPError as refused:
        if refused.code < 500 and refused.code != 429:
            break
    except (OSError, http.client.HTTPException) as problem:
        print(problem, file=sys.stderr)
    time.sleep(2)
if step == "started":
    os.makedirs(os.path.dirname(booted), exist_ok=True)
    open(booted, "w").close()
`;

/** Ends when the packages are there: cloud-init has tried to install them once. They must not ask about files that we wrote. */
export const installedScript = (packages: readonly string[]): string => `#!/bin/sh
export DEBIAN_FRONTEND=noninteractive
until dpkg -s ${packages.join(' ')} >/dev/null 2>&1; do
  ${REPORT} failed 'The packages of the first boot could not be installed yet.'
  sleep 30
  apt-get -q update
  apt-get -q -y -o Dpkg::Options::=--force-confold install ${packages.join(' ')}
done
${REPORT} installed
`;

/** Mounts the data volume, and makes a file system on it only if nothing at all is found there. */
export const volumeScript = (device: string, dataFolder: string, uid: number): string => `#!/bin/sh
set -eu
device=${shellWord(device)}
problem='The data volume can not be mounted.'
trap 'status=$?; [ $status = 0 ] || ${REPORT} failed "$problem"; exit $status' EXIT
tries=0
until [ -b "$device" ]; do
  tries=$((tries + 1))
  [ $tries != 60 ] || ${REPORT} failed 'The data volume is not attached yet.'
  sleep 2
done
udevadm settle
found=0
facts=$(blkid -p -o export "$device") || found=$?
if [ $found = 2 ]; then
  mkfs.ext4 -q -L notafter "$device"
elif [ $found != 0 ] || ! printf '%s\\n' "$facts" | grep -qx LABEL=notafter; then
  problem='The data volume has something else on it, and was left as it is.'
  exit 1
fi
mkdir -p ${DATA}
mountpoint -q ${DATA} || mount -o nodev,nosuid,noexec "$device" ${DATA}
resize2fs "$device"
[ -d ${dataFolder} ] || install -d -m 0700 -o ${uid} -g ${uid} ${dataFolder}
${REPORT} volume
`;

/**
 * Makes the key of the machine once, and asks for its certificate: with `boot` if it has none, otherwise always, since the server knows
 * when another one is due. A boot does not wait for the server, which may be away.
 */
export const certificateScript = (url: string, uid: number, reload: string): string => `#!/bin/sh
set -eu
umask 077
cd ${FILES}/tls
if [ ! -s machine.key ]; then
  openssl ecparam -name prime256v1 -genkey -noout -out machine.key.new
  mv machine.key.new machine.key
fi
if [ "\${1:-}" = boot ] && [ -s ${TLS_FILES.certificate} ]; then exit 0; fi
is_good() {
  openssl verify -CAfile ${TLS_FILES.authority} -untrusted answer.pem answer.pem &&
    [ "$(openssl x509 -noout -pubkey -in answer.pem)" = "$(openssl pkey -pubout -in machine.key)" ]
}
openssl req -new -key machine.key -subj /CN=notafter -out machine.csr
while :; do
  status=$(curl --silent --max-time 30 --proto =https,http --header @${TOKEN_FILE} --header 'content-type: application/x-pem-file' \\
    --data-binary @machine.csr --output answer.pem --write-out '%{http_code}' ${shellWord(url)}) || status='no answer'
  case $status in
    200) if is_good; then break; fi; ${REPORT} failed 'The server sent a certificate of another CA or for another key.' ;;
    4*) ${REPORT} failed "The server answered $status to the certificate request." ;;
  esac
  echo "No certificate: $status." >&2
  # The timer asks again tomorrow.
  [ ! -s ${TLS_FILES.certificate} ] || exit 1
  sleep 10
done
if [ -s ${TLS_FILES.certificate} ] && cmp -s answer.pem ${TLS_FILES.certificate}; then
  rm -f answer.pem machine.csr
  exit 0
fi
install -m 0600 -o ${uid} -g ${uid} machine.key ${TLS_FILES.key}
install -m 0644 answer.pem ${TLS_FILES.certificate}.new
mv ${TLS_FILES.certificate}.new ${TLS_FILES.certificate}
rm -f answer.pem machine.csr
${reload}
`;

/** Pulls the image if the machine does not have it. A later boot needs no registry. */
export const imageScript = (image: string): string => `#!/bin/sh
if ! docker image inspect ${shellWord(image)} >/dev/null 2>&1; then
  if ! problem=$(docker pull -q ${shellWord(image)} 2>&1); then
    echo "$problem" >&2
    ${REPORT} failed "The image can not be pulled: $problem"
    exit 1
  fi
fi
${REPORT} image
`;

export const startedScript = `#!/bin/sh
until [ "$(docker inspect -f '{{.State.Running}}' notafter 2>/dev/null)" = true ]; do sleep 1; done
${REPORT} started
`;

/** Run by systemd, which sets the variables; without a status, the engine was not started. */
export const endedScript = `#!/bin/sh
[ -z "\${EXIT_STATUS:-}" ] || [ "$SERVICE_RESULT" = success ] || ${REPORT} failed "The engine ended with status $EXIT_STATUS."
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

const oneShot = (script: string): string => `[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=${SCRIPTS}/${script}\n`;

/** Units of systemd, by the names of their files. */
export const units: Readonly<Record<string, string>> = {
  'notafter-volume.service': unit('Data volume of the service', oneShot('volume')),
  'notafter-certificate.service': unit(
    'Certificate of the service',
    `Wants=network-online.target\nAfter=network-online.target\n${oneShot('certificate boot')}TimeoutStartSec=infinity\n`,
  ),
  'notafter-renewal.service': unit('Renewal of the certificate', `[Service]\nType=oneshot\nExecStart=${SCRIPTS}/certificate\n`),
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
ExecStartPre=${SCRIPTS}/image
ExecStart=${SCRIPTS}/engine
ExecStartPost=${SCRIPTS}/started
ExecStopPost=${SCRIPTS}/ended
TimeoutStartSec=infinity
SuccessExitStatus=143
ExecStop=/usr/bin/docker stop -t 60 notafter
Restart=always
RestartSec=5
[Install]
WantedBy=multi-user.target
`,
  ),
};
