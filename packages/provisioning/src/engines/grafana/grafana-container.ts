import { type ContainerRecipe, PASSWORD_FILE, passwordFile, TLS_FILES } from '../../containers/container-recipe.ts';
import { CERTIFICATE_LOOK } from './grafana-client.ts';

const PORT = 3000;

/** Grafana, HTTPS only, with its own SQLite database. */
export const grafanaContainer: ContainerRecipe = {
  solution: 'grafana',
  insidePorts: { native: PORT },
  isRestartedForCertificate: false,
  openFiles: null,
  contents({ credentials, uid }) {
    return {
      command: [],
      environment: {
        GF_SECURITY_ADMIN_USER: credentials.user,
        GF_SECURITY_ADMIN_PASSWORD__FILE: PASSWORD_FILE,
        GF_SERVER_PROTOCOL: 'https',
        GF_SERVER_HTTP_PORT: String(PORT),
        GF_SERVER_CERT_FILE: TLS_FILES.certificate,
        GF_SERVER_CERT_KEY: TLS_FILES.key,
        GF_SERVER_CERTS_WATCH_INTERVAL: CERTIFICATE_LOOK,
        GF_SECURITY_COOKIE_SECURE: 'true',
        GF_USERS_ALLOW_SIGN_UP: 'false',
        GF_ANALYTICS_REPORTING_ENABLED: 'false',
        GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
        GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: 'false',
      },
      files: [passwordFile(credentials, uid)],
    };
  },
};
