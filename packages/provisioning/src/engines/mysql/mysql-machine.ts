import { FILES, PASSWORD_FILE } from '../../containers/container-recipe.ts';
import type { ServiceImage } from '../../containers/images.ts';
import type { MachineRecipe } from '../../containers/machine-recipe.ts';
import { mysqlContainer } from './mysql-container.ts';
import { cachingSha2Hash, nativeHash } from './password-hashes.ts';

const FIRST_USER = `${FILES}/first-user.sql`;

const isMariadb = ({ image, version }: ServiceImage): boolean => /mariadb/i.test(`${image} ${version}`);

/** Only the user for other hosts: the entry point goes on as root of localhost, whose password never leaves the machine. */
const statementFor = (verifier: string, image: ServiceImage): string => {
  const [sha2 = '', native = ''] = verifier.split(' ');
  const credential = isMariadb(image)
    ? `IDENTIFIED BY PASSWORD '${native}'`
    : `IDENTIFIED WITH caching_sha2_password AS 0x${Buffer.from(sha2).toString('hex')}`;
  return `ALTER USER 'root'@'%' ${credential};\n`;
};

/** MySQL and MariaDB, by the hash that each stores. */
export const mysqlMachine: MachineRecipe = {
  solution: 'mysql',
  makeVerifier: async ({ password }, salt) => `${cachingSha2Hash(password, salt)} ${nativeHash(password)}`,
  contents({ size, user, verifier, image }) {
    const { files, ...rest } = mysqlContainer.contents({ size, credentials: { user, password: '' }, uid: image.uid });
    const others = files.filter(({ path }) => path !== PASSWORD_FILE);
    return { ...rest, files: [...others, { path: FIRST_USER, text: statementFor(verifier, image), mode: 0o400, uid: image.uid }] };
  },
  options: [`--volume ${FIRST_USER}:/docker-entrypoint-initdb.d/first-user.sql:ro`],
  localSecret: PASSWORD_FILE,
  // It reads a certificate again for a user who is signed in only. No one on the machine is.
  reload: 'if systemctl -q is-active notafter-engine.service; then systemctl --no-block restart notafter-engine.service; fi',
};
