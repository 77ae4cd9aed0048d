import { type ContainerRecipe, PASSWORD_FILE, passwordFile, TLS_FILES } from '../../containers/container-recipe.ts';

const MIB = 1024 * 1024;
const PORT = 8086;

/**
 * InfluxDB 2, HTTPS only. The image's first run makes user, organization and bucket over a port that only the container reaches, and
 * clears what an interrupted one has made.
 */
export const influxdb2Container: ContainerRecipe = {
  solution: 'influxdbv2',
  insidePorts: { native: PORT },
  isRestartedForCertificate: true,
  openFiles: null,
  contents({ size, credentials, uid }) {
    return {
      command: ['influxd'],
      environment: {
        DOCKER_INFLUXDB_INIT_MODE: 'setup',
        DOCKER_INFLUXDB_INIT_USERNAME: credentials.user,
        DOCKER_INFLUXDB_INIT_PASSWORD_FILE: PASSWORD_FILE,
        DOCKER_INFLUXDB_INIT_ORG: 'main',
        DOCKER_INFLUXDB_INIT_BUCKET: 'main',
        INFLUXD_HTTP_BIND_ADDRESS: `:${PORT}`,
        INFLUXD_TLS_CERT: TLS_FILES.certificate,
        INFLUXD_TLS_KEY: TLS_FILES.key,
        INFLUXD_TLS_MIN_VERSION: '1.2',
        INFLUXD_TLS_STRICT_CIPHERS: 'true',
        INFLUXD_REPORTING_DISABLED: 'true',
        INFLUXD_STORAGE_CACHE_MAX_MEMORY_SIZE: String(Math.round(size.memoryMib / 4) * MIB),
      },
      files: [passwordFile(credentials, uid)],
    };
  },
};
