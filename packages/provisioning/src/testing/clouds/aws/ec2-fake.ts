import type { AwsAccount } from '../../../clouds/aws/aws-cloud.ts';
import type { CloudFake } from '../cloud-fake.ts';
import { type Caller, createCaller, FaultScript, never, type StruckBy } from '../cloud-faults.ts';
import { listenWith } from '../fake-transport.ts';
import { LaggingReads } from '../lagging-reads.ts';
import { type Ec2Action, type Ec2Answer, ec2Actions, isEc2Action, isEc2Refusal } from './ec2-operations.ts';
import { regionOfSignature } from './ec2-signature.ts';
import { type Ec2State, emptyEc2, passEc2Time } from './ec2-state.ts';
import { ec2Truth } from './ec2-truth.ts';
import { answerXml, errorXml } from './ec2-xml.ts';

const CREDENTIALS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const VERSION = '2016-11-15';

interface ReceivedForm {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Sent {
  readonly status: number;
  readonly xml: string;
}

export type Ec2Fake = CloudFake<Ec2State, AwsAccount>;

const refusal = (status: number, code: string, message = `${code}.`): Sent => ({ status, xml: errorXml(code, message) });
const isRead = (action: string): boolean => action.startsWith('Describe');

/** EC2's query protocol with a clock that stands still until it is moved. Refuses unsigned requests and all that the API does not document. */
export const createEc2Fake = (): Ec2Fake => {
  const script = new FaultScript();
  const reads = new LaggingReads(emptyEc2());

  const badParameters = (action: Ec2Action, form: ReadonlyMap<string, string>): readonly string[] => {
    const known = ec2Actions[action];
    const required: readonly string[] = known.required;
    const unknown = [...form.keys()].filter(
      (name) => !['Action', 'Version', 'DryRun'].includes(name) && !known.form.some((one) => one.test(name)),
    );
    if (form.has('DryRun')) return unknown;
    return [...unknown, ...required.filter((name) => !form.has(name)).map((name) => `${name} is missing`)];
  };

  /** Null: the connection ends without an answer. */
  const carryOut = (action: Ec2Action, form: ReadonlyMap<string, string>, region: string, fault: StruckBy): Sent | null => {
    if (fault === 'throttled') return refusal(503, 'RequestLimitExceeded');
    if (fault === 'server_error') return refusal(500, 'InternalError');
    // EC2 answers it with the status of an internal error.
    if (fault === 'capacity') return refusal(500, 'InsufficientInstanceCapacity');
    if (fault === 'quota') return refusal(400, 'VcpuLimitExceeded');
    if (fault === 'invalid') return refusal(400, 'InvalidParameterValue');
    if (fault === 'not_found') return refusal(400, 'InvalidID.NotFound');
    if (fault === 'conflict') return refusal(400, 'IncorrectState');
    if (fault === 'cut_before_commit') return null;
    passEc2Time(fake.state, fake.now);
    if (!isRead(action)) reads.remember(fake.state, fake.now);
    if (fault === 'stale_read') reads.lag();
    const seen = isRead(action) ? reads.seen(fake.state, fake.now) : fake.state;
    const call = { region, form, now: fake.now };
    let given: Ec2Answer = ec2Actions[action].answer(seen, call);
    if (fault === 'duplicate') given = ec2Actions[action].answer(seen, call);
    countMachines();
    if (fault === 'cut_after_commit') return null;
    return isEc2Refusal(given) ? refusal(given.status, given.code) : { status: 200, xml: answerXml(action, given) };
  };

  /** Changes nothing. An ID that nothing has can be refused before the dry run ends. */
  const dryRun = (action: Ec2Action, form: ReadonlyMap<string, string>, region: string): Sent => {
    const given = ec2Actions[action].answer(structuredClone(fake.state), { region, form, now: fake.now });
    const isUnknown = isEc2Refusal(given) && given.code.endsWith('NotFound');
    return isUnknown ? refusal(given.status, given.code) : refusal(412, 'DryRunOperation', 'Request would have succeeded.');
  };

  const countMachines = (): void => {
    const services = fake.state.instances.filter(({ phase }) => phase !== 'terminated').map(({ tags }) => tags['notafter:service']);
    for (const service of services) fake.mostAtOnce = Math.max(fake.mostAtOnce, services.filter((one) => one === service).length);
  };

  const handle = async (request: ReceivedForm, caller: Caller): Promise<Sent | null> => {
    if (caller.isDead) return never();
    const form = new Map(new URLSearchParams(request.body));
    const action = form.get('Action') ?? '';
    const region = regionOfSignature(request, CREDENTIALS, Date.now());
    if (!isEc2Action(action) || form.get('Version') !== VERSION) {
      fake.undocumented.push(action);
      return refusal(400, 'InvalidAction');
    }
    const bad = badParameters(action, form);
    if (bad.length > 0) {
      fake.undocumented.push(`${action}: ${bad.join(', ')}`);
      return refusal(400, 'InvalidParameter');
    }
    return script.carry(action, caller, (fault) => {
      if (fault === 'auth_revoked') fake.isRevoked = true;
      if (region === null || fake.isRevoked) return refusal(401, 'AuthFailure');
      if (fault === 'forbidden' || fake.denied.has(action)) {
        const user = 'User: arn:aws:iam::123456789012:user/notafter';
        return refusal(403, 'UnauthorizedOperation', `${user} is not authorized to perform: ec2:${action}`);
      }
      return form.has('DryRun') ? dryRun(action, form, region) : carryOut(action, form, region, fault);
    });
  };

  const handlerOf = (caller: Caller): NonNullable<AwsAccount['requestHandler']> => ({
    handle: async ({ path, headers, body }: ReceivedForm) => {
      const sent = await handle({ path, headers, body: String(body) }, caller);
      if (sent === null) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return { response: { statusCode: sent.status, headers: { 'content-type': 'text/xml' }, body: Buffer.from(sent.xml) } };
    },
  });

  const fake: Ec2Fake = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    state: emptyEc2(),
    isRevoked: false,
    denied: new Set(),
    calls: script.calls,
    undocumented: [],
    faults: script.faults,
    mostAtOnce: 0,
    holdings: () => {
      const { instances, volumes, groups, addresses } = fake.state;
      return [
        ...instances.filter(({ phase }) => phase !== 'terminated').map(({ id, type, phase }) => `${phase} instance ${id} of ${type}`),
        ...volumes.map(({ id, instance }) => `volume ${id} of instance ${instance}`),
        ...groups.map(({ id }) => `group ${id}`),
        ...addresses.map(({ id, instance }) => `address ${id} of instance ${instance}`),
      ];
    },
    truth: () => {
      passEc2Time(fake.state, fake.now);
      return ec2Truth(fake.state);
    },
    account: (changes = {}, caller = createCaller()) => ({
      ...{ endpoint: null, credentials: CREDENTIALS, regions: ['eu-central-1'], requestHandler: handlerOf(caller) },
      ...changes,
    }),
    listen: (onCall) =>
      listenWith(async ({ url, headers, body }, caller) => {
        const sent = await handle({ path: url, headers, body }, caller);
        return sent === null ? null : { status: sent.status, headers: { 'content-type': 'text/xml' }, body: sent.xml };
      }, onCall),
  };
  return fake;
};
