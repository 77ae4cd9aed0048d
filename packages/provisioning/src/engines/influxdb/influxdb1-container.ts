import { type ContainerRecipe, FILES, TLS_FILES } from '../../containers/container-recipe.ts';
import { firstUserStatement } from './influxdb1-client.ts';
import { influxdb1Config } from './influxdb1-config.ts';

const DATA = '/var/lib/influxdb';
const SOCKET = '/tmp/first-run.sock';
const START = `${FILES}/start.sh`;
const FIRST_RUN = `${FILES}/first-run.conf`;
const CONFIG = `${FILES}/influxdb.conf`;
const STATEMENT = `${FILES}/first-user.iql`;
const PORT = 8086;

/**
 * The image's own first run takes the password from a variable, which the engine shows, and does not quote it. A user that an
 * interrupted run has created answers with the second error.
 */
const start = `set -eu
if [ ! -e ${DATA}/has-first-user ]; then
  rm -f ${SOCKET}
  influxd -config ${FIRST_RUN} &
  server=$!
  trap 'kill "$server"; exit 1' TERM
  until answer=$(curl --silent --unix-socket ${SOCKET} --data-urlencode q@${STATEMENT} http://localhost/query); do
    kill -0 "$server"
    sleep 0.1
  done
  kill "$server"
  wait "$server" || true
  trap - TERM
  case $answer in
    *'authentication credentials'*) ;;
    *'"error"'*) echo 'run: create server: the first user could not be created' >&2; exit 1 ;;
  esac
  touch ${DATA}/has-first-user
fi
exec influxd -config ${CONFIG}
`;

/** InfluxDB 1, HTTPS only. */
export const influxdb1Container: ContainerRecipe = {
  solution: 'influxdbv1',
  insidePorts: { native: PORT },
  isRestartedForCertificate: true,
  openFiles: null,
  contents({ size, credentials, uid }) {
    const { certificate, key } = TLS_FILES;
    const first = influxdb1Config({ data: DATA, size, listener: { socket: SOCKET } });
    const config = influxdb1Config({ data: DATA, size, listener: { bind: `0.0.0.0:${PORT}`, certificate, key } });
    return {
      command: ['sh', START],
      environment: {},
      files: [
        { path: START, text: start, mode: 0o644, uid: 0 },
        { path: FIRST_RUN, text: first, mode: 0o644, uid: 0 },
        { path: CONFIG, text: config, mode: 0o644, uid: 0 },
        { path: STATEMENT, text: firstUserStatement(credentials), mode: 0o400, uid },
      ],
    };
  },
};
