import { posix } from 'node:path';
import { shellWord } from '../clouds/first-boot/machine-scripts.ts';
import { TLS_FILES } from '../containers/container-recipe.ts';
import { contentsOf, exportPath, recipeOf, type ServiceExport } from './service-export.ts';

/** Gives files their owners, which a download loses, makes a key if there is none, and unpacks the data of a backup. */
export const writePrepareScript = (wanted: ServiceExport): string => {
  const { solution, image, host } = wanted;
  const unpacked = posix.join('data.new', recipeOf(solution).dataFolder?.(image) ?? '');
  const [certificate, key, authority] = [TLS_FILES.certificate, TLS_FILES.key, TLS_FILES.authority].map(exportPath);
  const owned = contentsOf(wanted).files.map(({ path, mode, uid }) => {
    const name = exportPath(path);
    return `[ -e ${name} ] || { echo '${name} is missing.' >&2; exit 1; }\nchown ${uid}:${uid} ${name}\nchmod ${mode.toString(8)} ${name}`;
  });
  const kind = /^[\d.]+$|:/.test(host) ? 'IP' : 'DNS';
  return `#!/bin/sh
# Run as root before the first start: prepare.sh, or prepare.sh data.tar with the data of a backup.
set -eu
umask 077
cd "$(dirname "$0")"
archive=\${1:-}
if [ -n "$archive" ] && [ -e data ]; then
  echo 'There is a folder "data" already. Move it away first.' >&2
  exit 1
fi
mkdir -p files/tls
chmod 755 files files/tls
if [ ! -s ${key} ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -keyout ${key} -out ${certificate} \\
    -subj /CN=notafter -addext ${shellWord(`subjectAltName=${kind}:${host}`)}
  cp ${certificate} ${authority}
  echo 'Made a key. Its certificate is a separate CA: files/tls/ca.crt.'
fi
chmod 644 ${certificate} ${authority}
chown ${image.uid}:${image.uid} ${key}
chmod 600 ${key}
${owned.join('\n')}
if [ -n "$archive" ]; then
  rm -rf data.new
  mkdir -p ${unpacked}
  tar -xf "$archive" -C ${unpacked} --no-same-owner --exclude=backup_manifest
  mv data.new data
fi
mkdir -p data
chown -R ${image.uid}:${image.uid} data
`;
};
