import { type EngineAccess, ProviderError } from '@notafter/domain';
import { tlsOptions, WireConnection } from '../wire-connection.ts';
import { ScramExchange } from './scram.ts';

const SSL_REQUEST = 80_877_103;
const PROTOCOL_3 = 196_608;
/** An engine that starts sends some 15 messages before it is ready. */
const MAX_MESSAGES = 1000;
/** Of a list of databases or tables. */
const MAX_ROWS = 100_000;

interface SigningIn {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly replicates?: boolean;
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (...values: string[]): Buffer => Buffer.from(values.map((value) => `${value}\0`).join(''));
const framed = (type: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(type, 'latin1'), int32(body.length + 4), body]);

/** The fields of an ErrorResponse by their letters. */
const errorFields = (body: Buffer): ReadonlyMap<string, string> =>
  new Map(
    body
      .toString()
      .split('\0')
      .filter((field) => field !== '')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );

/** 28P01 is a wrong password, 28000 a role that may not sign in; 57P03 and 53300 pass. */
const errorOf = (body: Buffer): ProviderError => {
  const fields = errorFields(body);
  const code = fields.get('C') ?? '';
  const said = `The server answered: ${fields.get('M') ?? 'an error'}.`;
  const fault = code.startsWith('28') ? 'auth' : code.startsWith('57') || code.startsWith('53') ? 'transient' : 'invalid';
  return new ProviderError(fault, said, { code });
};

/** The columns of a DataRow in text format. */
const columnsOf = (body: Buffer): (string | null)[] => {
  const columns: (string | null)[] = [];
  for (let at = 2, left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    columns.push(length < 0 ? null : body.subarray(at, at + length).toString());
    at += Math.max(0, length);
  }
  return columns;
};

/** The part of PostgreSQL's protocol 3.0 that signs in and runs a statement: TLS always, one result at a time. */
export class PostgresWire {
  readonly #wire: WireConnection;
  /** `server_version`, as the server said it; '' before. */
  version = '';

  private constructor(wire: WireConnection) {
    this.#wire = wire;
  }

  /** With `replicates`, the connection runs commands of the replication protocol. */
  static async open(
    access: EngineAccess & { readonly port: number; readonly database: string; readonly replicates?: boolean },
    signal: AbortSignal,
  ): Promise<PostgresWire> {
    const wire = await WireConnection.open(access.host, access.port, signal);
    try {
      wire.write(Buffer.concat([int32(8), int32(SSL_REQUEST)]));
      if ((await wire.read(1)).toString('latin1') !== 'S') throw new ProviderError('transient', 'The server does not speak TLS.');
      await wire.startTls(tlsOptions(access));
      const connection = new PostgresWire(wire);
      await connection.#signIn(access);
      return connection;
    } catch (error) {
      wire.close();
      throw error;
    }
  }

  /** Runs one statement; resolves to the first column of its first row, null without one. */
  async run(statement: string): Promise<string | null> {
    this.#wire.write(framed('Q', text(statement)));
    let value: string | null = null;
    let problem: ProviderError | null = null;
    for await (const { type, body } of this.#messages()) {
      if (type === 'E') problem = errorOf(body);
      if (type === 'D' && value === null && body.readInt16BE(0) > 0) {
        const length = body.readInt32BE(2);
        value = length < 0 ? null : body.subarray(6, 6 + length).toString();
      }
      if (type === 'Z') break;
    }
    if (problem !== null) throw problem;
    return value;
  }

  /** Runs one statement; resolves to its rows, as text. */
  async rows(statement: string): Promise<(string | null)[][]> {
    this.#wire.write(framed('Q', text(statement)));
    const rows: (string | null)[][] = [];
    let problem: ProviderError | null = null;
    for await (const { type, body } of this.#messages(MAX_ROWS)) {
      if (type === 'E') problem = errorOf(body);
      if (type === 'D') rows.push(columnsOf(body));
      if (type === 'Z') break;
    }
    if (problem !== null) throw problem;
    return rows;
  }

  /** Runs a command that answers with copied data between results: yields the rows of a result, then the pieces of data. */
  async *copy(command: string): AsyncGenerator<{ readonly row: (string | null)[] } | { readonly data: Buffer }> {
    this.#wire.write(framed('Q', text(command)));
    for await (const { type, body } of this.#messages(Number.POSITIVE_INFINITY)) {
      if (type === 'E') throw errorOf(body);
      if (type === 'D') yield { row: columnsOf(body) };
      if (type === 'd') yield { data: body };
      if (type === 'Z') return;
    }
  }

  close(): void {
    this.#wire.write(framed('X', Buffer.alloc(0)));
    this.#wire.close();
  }

  async #signIn({ user, password, database, replicates = false }: SigningIn): Promise<void> {
    const mode = replicates ? ['replication', 'true'] : ['database', database];
    const parameters = text('user', user, ...mode, 'application_name', 'notafter', '');
    this.#wire.write(Buffer.concat([int32(parameters.length + 8), int32(PROTOCOL_3), parameters]));
    const scram = new ScramExchange(password);
    for await (const { type, body } of this.#messages()) {
      if (type === 'E') throw errorOf(body);
      if (type === 'Z') return;
      if (type === 'S') {
        const [name, value = ''] = body.toString().split('\0');
        if (name === 'server_version') this.version = value;
      }
      if (type === 'R') await this.#answer(body, password, scram);
    }
  }

  /** Answers an authentication request; the kinds are numbered as in the protocol's message formats. */
  async #answer(body: Buffer, password: string, scram: ScramExchange): Promise<void> {
    const kind = body.readInt32BE(0);
    const rest = body.subarray(4).toString();
    if (kind === 0) return;
    if (kind === 3) {
      this.#wire.write(framed('p', text(password)));
    } else if (kind === 10 && rest.split('\0').includes('SCRAM-SHA-256')) {
      const first = Buffer.from(scram.first);
      this.#wire.write(framed('p', Buffer.concat([text('SCRAM-SHA-256'), int32(first.length), first])));
    } else if (kind === 11) {
      this.#wire.write(framed('p', Buffer.from(await scram.proveTo(rest))));
    } else if (kind === 12) {
      scram.verify(rest);
    } else {
      throw new ProviderError('invalid', 'The server asks for a kind of authentication that is not supported.');
    }
  }

  async *#messages(most = MAX_MESSAGES): AsyncGenerator<Message> {
    for (let count = 0; count < most; count += 1) {
      const head = await this.#wire.read(5);
      const length = head.readInt32BE(1) - 4;
      if (length < 0) throw new ProviderError('transient', 'The server does not speak the protocol of PostgreSQL.');
      yield { type: head.toString('latin1', 0, 1), body: await this.#wire.read(length) };
    }
    throw new ProviderError('transient', 'The server sent too many messages.');
  }
}
