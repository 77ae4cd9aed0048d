import { CAPABILITIES } from '../containers/container-engine.ts';
import { FILES, HOSTNAME } from '../containers/container-recipe.ts';
import { contentsOf, recipeOf, type ServiceExport } from './service-export.ts';

/** A JSON string is a YAML string. Compose reads a dollar sign as a variable unless it is doubled. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'));
const list = (items: readonly string[]): string => items.map((item) => `\n      - ${quoted(item)}`).join('');

/** Returns a Compose file that runs the engine as Notafter does. It has no password and no key: they are in files beside it. */
export const writeCompose = (wanted: ServiceExport): string => {
  const { solution, name, image, size, ports } = wanted;
  const recipe = recipeOf(solution);
  const { command, environment } = contentsOf(wanted);
  const published = ports.map(({ name: port, port: outside }) => `${outside}:${recipe.insidePorts[port] ?? outside}`);
  const variables = Object.entries(environment).map(([key, value]) => `\n      ${key}: ${quoted(value)}`);
  return `services:
  ${name}:
    image: ${quoted(image.image)}
    # Engines name data after it.
    hostname: ${HOSTNAME}
    restart: unless-stopped
    stop_grace_period: 60s
    mem_limit: ${size.memoryMib}m
    cpus: ${size.cpus}
    shm_size: ${Math.max(64, Math.round(size.memoryMib / 8))}m
    cap_drop:${list(['ALL'])}
    cap_add:${list(CAPABILITIES)}
    security_opt:${list(['no-new-privileges:true'])}
    logging:
      driver: json-file
      options: {max-size: 8m, max-file: "2"}
    ports:${list(published)}
    volumes:${list([`./data:${image.data}`, `./files:${FILES}:ro`])}${
      variables.length === 0 ? '' : `\n    environment:${variables.join('')}`
    }
    command:${list(command)}
`;
};
