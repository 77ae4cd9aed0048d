import { type ContainerRecipe, FILES, PASSWORD_FILE, passwordFile, TLS_FILES } from '../../containers/container-recipe.ts';
import { postgresSettings } from './settings.ts';

const HOST_RULES_FILE = `${FILES}/pg_hba.conf`;
/** The image's entry point creates the first user over the socket. From elsewhere there is TLS only. */
const hostRules = `local all all trust
hostssl all all all scram-sha-256
hostssl replication all all scram-sha-256
`;

/** PostgreSQL and images derived from its official one. */
export const createPostgresContainer = (solution: 'postgres' | 'timescaledb'): ContainerRecipe => ({
  solution,
  insidePorts: { native: 5432 },
  // Since 18, the image keeps each major version in a folder; before, the volume is the data directory itself.
  dataFolder: ({ data, version }) => (data.endsWith('/data') ? '' : `${version.split('.')[0]}/docker`),
  isRestartedForCertificate: false,
  openFiles: null,
  contents({ size, credentials, uid }) {
    const settings = {
      ...postgresSettings(size),
      ssl_cert_file: TLS_FILES.certificate,
      ssl_key_file: TLS_FILES.key,
      hba_file: HOST_RULES_FILE,
    };
    return {
      command: ['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      environment: {
        POSTGRES_USER: credentials.user,
        POSTGRES_DB: 'postgres',
        POSTGRES_PASSWORD_FILE: PASSWORD_FILE,
        ...(solution === 'timescaledb' ? { TIMESCALEDB_TELEMETRY: 'off', NO_TS_TUNE: 'true' } : {}),
      },
      files: [passwordFile(credentials, uid), { path: HOST_RULES_FILE, text: hostRules, mode: 0o644, uid: 0 }],
    };
  },
});
