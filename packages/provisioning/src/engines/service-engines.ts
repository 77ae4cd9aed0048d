import { type EngineAccess, ProviderError, type ServiceEngines, solutions } from '@notafter/domain';
import type { ConnectionsOf, EngineClient, EngineClients } from './engine-client.ts';
import { createGrafanaClient } from './grafana/grafana-client.ts';
import { createInfluxdb1Client } from './influxdb/influxdb1-client.ts';
import { createInfluxdb2Client } from './influxdb/influxdb2-client.ts';
import { createMysqlClient } from './mysql/mysql-client.ts';
import { createPostgresClient } from './postgres/postgres-client.ts';
import { createRabbitmqClient } from './rabbitmq/rabbitmq-client.ts';
import { toProviderError, visitSignal, type Witness } from './wire-connection.ts';

const nameOf = ({ host, ports: [port] }: EngineAccess): string => `${host}:${port?.port ?? 0}`;

/** Speaks to the engines of services over their own protocols; connects to the address given only, and verifies the name. */
export const createServiceEngines = (): ServiceEngines => {
  const postgres = createPostgresClient();
  const clients: EngineClients = {
    postgres,
    timescaledb: postgres,
    mysql: createMysqlClient(),
    influxdbv1: createInfluxdb1Client(),
    influxdbv2: createInfluxdb2Client(),
    rabbitmq: createRabbitmqClient(),
    grafana: createGrafanaClient(),
  };

  const visit = async <Result>(
    access: EngineAccess,
    signal: AbortSignal,
    work: (client: EngineClient, limit: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const client = clients[access.solution];
    if (client === undefined) throw new ProviderError('invalid', `Notafter can't sign in to ${solutions[access.solution].name}.`);
    try {
      return await work(client, visitSignal(signal));
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error, nameOf(access));
    }
  };

  const connectionsOf = (client: EngineClient, { solution }: EngineAccess): ConnectionsOf => {
    if (client.connections !== undefined) return client.connections;
    throw new ProviderError('invalid', `${solutions[solution].name} does not say since when its clients are connected.`);
  };

  return {
    async signIn(access, signal) {
      try {
        let fingerprint256 = '';
        const witnessed: EngineAccess & Witness = {
          ...access,
          onServed: (served) => {
            fingerprint256 = served;
          },
        };
        const version = await visit(access, signal, (client, limit) => client.signIn(witnessed, limit));
        return { result: 'signed_in', version, fingerprint256 };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { result: error.fault === 'auth' ? 'refused' : 'unavailable', reason: error.message };
      }
    },
    setPassword: (access, next, signal) =>
      visit(access, signal, (client, limit) => {
        if (client.setPassword === undefined) {
          throw new ProviderError('invalid', `The password of ${solutions[access.solution].name} can't be changed while it runs.`);
        }
        return client.setPassword(access, next, limit);
      }),
    canSetPassword: (solution) => clients[solution]?.setPassword !== undefined,
    canListConnections: (solution) => clients[solution]?.connections !== undefined,
    listConnections: (access, before, signal) =>
      visit(access, signal, (client, limit) => connectionsOf(client, access).list(access, before, limit)),
    closeConnections: (access, before, signal) =>
      visit(access, signal, (client, limit) => connectionsOf(client, access).close(access, before, limit)),
    reloadCertificate: (access, signal) =>
      visit(access, signal, (client, limit) => {
        if (client.reloadCertificate === undefined) {
          throw new ProviderError('invalid', `${solutions[access.solution].name} reads its certificate at start only.`);
        }
        return client.reloadCertificate(access, limit);
      }),
  };
};
