import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import type { LineUse } from '../testing/client-service.ts';
import { describeLines } from '../testing/describe-lines.ts';

const program = fileURLToPath(new URL('../testing/JdbcClient.java', import.meta.url));
const use: LineUse = {
  id: 'jdbc',
  command: `java -cp /usr/share/java/postgresql.jar:/usr/share/java/mariadb-java-client.jar '${program}' 'LINE'`,
  variable: 'SERVICE_PASSWORD',
  answer: /42055007/,
};

describe.each(['postgres', 'mysql'] as const)('the JDBC URL of %s', (solution) => void describeLines(solution, [use]));
