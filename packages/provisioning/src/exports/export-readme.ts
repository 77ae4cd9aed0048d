import { solutions } from '@notafter/domain';
import { exportFolder } from './export-user-data.ts';
import { engineFiles, exportPath, isSecret, type ServiceExport } from './service-export.ts';

/** How a person takes the service over. */
export const writeExportReadme = (wanted: ServiceExport): string => {
  const { solution, name, certificate, host } = wanted;
  const secrets = engineFiles(wanted).filter(isSecret);
  const folder = exportFolder(wanted);
  return `# ${name}: ${solutions[solution].name} without Notafter

These files run the service with Docker Compose on a machine of yours, with the image, the settings and the ports that it has now.

| file | is |
| --- | --- |
| compose.yaml | the service; it has no password and no key |
| files/ | the configuration of the engine, mounted into the container |
${secrets.map(({ path }) => `| ${exportPath(path)} | **secret**: keep it off other machines |\n`).join('')}| prepare.sh | gives the files their owners, and unpacks the data |
| cloud-init.yaml | user data for a new machine with Debian 12 that has Docker and these files, without the secret ones |

## Get the data

1. Press Back Up Now on the page of the service, and wait until the backup is stored.
2. Stop what writes to the service. What is written after the backup is not in it.
3. Download it: the menu of the backup has Download. Its name here is data.tar.

## Start it

Copy this folder and data.tar to the new machine. With cloud-init.yaml, the folder is ${folder}; only the secret files and data.tar are missing.

\`\`\`sh
sudo ./prepare.sh data.tar
sudo docker-compose -f compose.yaml up -d
\`\`\`

Newer versions of Docker have \`docker compose\` instead of \`docker-compose\`. The service has the users and passwords of the time of the
backup. Without data.tar, it starts empty, with the first password that Notafter gave it.

## Connect to it

${
  certificate === null
    ? `The key of the present machine never leaves it. prepare.sh makes another one, with a certificate for ${host} that is its own CA and ends after a\nyear: give files/tls/ca.crt to clients.`
    : `The CA of Notafter signed the certificate, which names ${host}. Nobody renews it any more: replace files/tls/server.crt, server.key and ca.crt\nbefore it ends, and restart the service.`
}
To use another certificate, put it there before you run prepare.sh. The addresses that clients may connect from are not restricted: use a firewall.
`;
};
