import { type ContainerRecipe, PASSWORD_FILE, passwordFile, TLS_FILES } from '../../containers/container-recipe.ts';
import { mysqlSettings } from './settings.ts';

/** MySQL, and MariaDB by images that read the same variables. */
export const mysqlContainer: ContainerRecipe = {
  solution: 'mysql',
  insidePorts: { native: 3306 },
  isRestartedForCertificate: false,
  openFiles: null,
  contents({ size, credentials, uid }) {
    const settings = { ...mysqlSettings(size), 'ssl-cert': TLS_FILES.certificate, 'ssl-key': TLS_FILES.key };
    return {
      command: ['mysqld', ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)],
      environment: { MYSQL_ROOT_PASSWORD_FILE: PASSWORD_FILE },
      files: [passwordFile(credentials, uid)],
    };
  },
};
