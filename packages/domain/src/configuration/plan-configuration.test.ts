import { describe, expect, it } from 'vitest';
import { configurationInput } from './configuration.input.ts';
import type { Configuration } from './configuration.ts';
import { type AppliedObject, type PlannedStep, type PresentObject, planConfiguration } from './plan-configuration.ts';
import { wantedObjects } from './wanted-objects.ts';

const read = (given: object): Configuration => configurationInput.parse(given);
const plan = (
  given: object,
  present: readonly PresentObject[] = [],
  { applied = [], prune = false }: { readonly applied?: readonly AppliedObject[]; readonly prune?: boolean } = {},
) => planConfiguration({ stack: 'default', wanted: wantedObjects(read(given), new Map()), present, applied, prune });
const brief = (steps: readonly PlannedStep[]): string[] => steps.map(({ action, kind, key }) => `${action} ${kind} ${key}`);

const environment = (id: string, name: string): PresentObject => ({
  ...{ kind: 'environment', id, identity: name.toLowerCase(), label: name },
  fields: { name, description: null },
});
const endpoint = (id: string, domain: string, fields: PresentObject['fields'] = {}): PresentObject => ({
  ...{ kind: 'endpoint', id, identity: domain, label: domain },
  fields: { domain, environment: [], ...fields },
});
const channel = (id: string, name: string, fields: PresentObject['fields'] = {}): PresentObject => ({
  ...{ kind: 'channel', id, identity: name.toLowerCase(), label: name },
  fields: { type: 'slack', name, enabled: true, default: true, ...fields },
});
const by = (object: PresentObject, key: string, stack = 'default'): AppliedObject => ({
  ...{ stack, kind: object.kind, key, id: object.id, fields: object.fields },
});

const whole = {
  environments: [{ key: 'prod', name: 'Production' }],
  endpoints: [{ key: 'shop', domain: 'Shop.Example', environment: 'prod', tags: { team: 'web' } }],
  channels: [{ key: 'on-call', type: 'slack', name: 'On-call', settings: { webhook: 'https://hooks.example/secret' } }],
  routes: [{ key: 'prod', environment: 'prod', channels: ['on-call'] }],
  alerts: { days: [7, 30] },
};

it('creates what is not there, in the order in which objects name each other', () => {
  const { steps, problems } = plan(whole);
  expect(problems).toEqual([]);
  expect(brief(steps)).toEqual([
    'create environment prod',
    'create channel on-call',
    'create endpoint shop',
    'create route prod',
    'create alerts alerts',
  ]);
  expect(steps[2]).toMatchObject({ label: 'shop.example', id: null });
  expect(JSON.stringify(steps)).not.toContain('secret');
});

describe('an object that exists', () => {
  it('and that no file applied is adopted, with what differs', () => {
    const { steps } = plan({ endpoints: [{ key: 'shop', domain: 'shop.example', tags: { team: 'web' } }] }, [
      endpoint('1', 'shop.example', { 'tags.owner': 'ada' }),
    ]);
    expect(steps).toMatchObject([
      {
        ...{ action: 'adopt', id: '1' },
        changes: [
          { field: 'tags.owner', from: 'ada', to: null, isDrift: false },
          { field: 'tags.team', from: null, to: 'web', isDrift: false },
        ],
      },
    ]);
  });

  it('as the file has it needs nothing', () => {
    const shop = endpoint('1', 'shop.example', { 'tags.team': 'web' });
    const { steps } = plan({ endpoints: [{ key: 'shop', domain: 'shop.example', tags: { team: 'web' } }] }, [shop], {
      applied: [by(shop, 'shop')],
    });
    expect(brief(steps)).toEqual(['none endpoint shop']);
  });

  it('and was changed by hand since is set back, and named as a drift', () => {
    const before = endpoint('1', 'shop.example', { 'tags.team': 'web' });
    const now = endpoint('1', 'shop.example', { 'tags.team': 'sales', 'tags.tier': '1' });
    const { steps } = plan({ endpoints: [{ key: 'shop', domain: 'shop.example', tags: { team: 'platform' } }] }, [now], {
      applied: [by(before, 'shop')],
    });
    expect(steps).toMatchObject([
      {
        action: 'update',
        changes: [
          { field: 'tags.team', from: 'sales', to: 'platform', isDrift: true },
          { field: 'tags.tier', from: '1', to: null, isDrift: true },
        ],
      },
    ]);
  });

  it('under another name in the file keeps its identity by its key', () => {
    const prod = environment('1', 'Production');
    const { steps } = plan({ environments: [{ key: 'prod', name: 'Live' }] }, [prod], { applied: [by(prod, 'prod')] });
    expect(steps).toMatchObject([{ action: 'update', id: '1', changes: [{ field: 'name', from: 'Production', to: 'Live' }] }]);
  });

  it('under another key in the file stays the same object', () => {
    const prod = environment('1', 'Production');
    const { steps } = plan({ environments: [{ key: 'live', name: 'Production' }] }, [prod], { applied: [by(prod, 'prod')], prune: true });
    expect(brief(steps)).toEqual(['adopt environment live']);
  });

  it('with another domain, type or subject is replaced', () => {
    const [shop, hook] = [endpoint('1', 'shop.example'), channel('2', 'On-call')];
    const { steps } = plan(
      { endpoints: [{ key: 'shop', domain: 'store.example' }], channels: [{ key: 'hook', type: 'teams', name: 'On-call' }] },
      [shop, hook],
      { applied: [by(shop, 'shop'), by(hook, 'hook')] },
    );
    expect(brief(steps)).toEqual(['replace channel hook', 'replace endpoint shop']);
  });

  it('and already is what the file wants takes the place of the one that had its key', () => {
    const [shop, store, later] = [endpoint('1', 'shop.example'), endpoint('2', 'store.example'), endpoint('3', 'later.example')];
    const given = { endpoints: [{ key: 'shop', domain: 'store.example' }] };
    const byHand = plan(given, [shop, store, later], { applied: [by(shop, 'shop')] });
    expect(byHand.steps.map(({ action, key, id }) => `${action} ${key} ${id}`)).toEqual(['delete shop 1', 'adopt shop 2']);
    const underAnotherKey = plan(given, [shop, store], { applied: [by(shop, 'shop'), by(store, 'store')] });
    expect(underAnotherKey).toMatchObject({ steps: byHand.steps, problems: [] });
    const channels = [channel('1', 'On-call'), channel('2', 'Pager')];
    const renamed = plan({ channels: [{ key: 'hook', type: 'slack', name: 'Pager' }] }, channels, {
      applied: channels.slice(0, 1).map((one) => by(one, 'hook')),
    });
    expect(brief(renamed.steps)).toEqual(['update channel hook']);
  });

  it('that another stack or key manages is a problem', () => {
    const [shop, mail] = [endpoint('1', 'shop.example'), endpoint('2', 'mail.example')];
    const { problems } = plan({ endpoints: [{ key: 'shop', domain: 'shop.example' }] }, [shop, mail], { applied: [by(shop, 'a', 'web')] });
    expect(problems).toEqual([{ kind: 'endpoint', key: 'shop', message: "shop.example is managed by the stack 'web'." }]);
  });
});

describe('an object that the file no longer has', () => {
  const [shop, own] = [endpoint('1', 'shop.example'), endpoint('2', 'by-hand.example')];

  it('is left, and deleted only when pruning; what no file applied is never touched', () => {
    expect(brief(plan({}, [shop, own], { applied: [by(shop, 'shop')] }).steps)).toEqual(['left endpoint shop']);
    expect(brief(plan({}, [shop, own], { applied: [by(shop, 'shop')], prune: true }).steps)).toEqual(['delete endpoint shop']);
    expect(plan({}, [shop, own], { applied: [by(shop, 'shop', 'web')], prune: true }).steps).toEqual([]);
  });

  it('and that is gone is forgotten; one that the file has is created again, as a drift', () => {
    expect(brief(plan({}, [], { applied: [by(shop, 'shop')], prune: true }).steps)).toEqual(['forget endpoint shop']);
    expect(plan({ endpoints: [{ key: 'shop', domain: 'shop.example' }] }, [], { applied: [by(shop, 'shop')] }).steps).toMatchObject([
      { action: 'create', isDrift: true },
    ]);
  });

  it('is deleted after what names it, and endpoints before others are added', () => {
    const present = [environment('e', 'Old'), channel('c', 'Old'), shop];
    const route: PresentObject = {
      ...{ kind: 'route', id: 'r', identity: 'tag team=old', label: 'team=old' },
      fields: { tag: 'team=old', environment: [], channels: ['c'] },
    };
    const applied = [...present, route].map((object) => by(object, `old-${object.kind}`));
    const { steps } = plan({ endpoints: [{ key: 'new', domain: 'new.example' }] }, [...present, route], { applied, prune: true });
    expect(brief(steps)).toEqual([
      'delete route old-route',
      'delete endpoint old-endpoint',
      'create endpoint new',
      'delete channel old-channel',
      'delete environment old-environment',
    ]);
  });
});

it('compares secrets without showing them, and leaves settings alone that the file does not name', () => {
  const hook = channel('1', 'On-call', { 'settings.webhook': 'https://hooks.example/old', 'settings.other': 'kept' });
  const given = { channels: [{ key: 'on-call', type: 'slack', name: 'On-call', settings: { webhook: 'https://hooks.example/new' } }] };
  const { steps } = plan(given, [hook], { applied: [by(hook, 'on-call')] });
  expect(steps[0]?.changes).toEqual([{ field: 'settings.webhook', from: null, to: null, isSecret: true, isDrift: false }]);
  const same = { channels: [{ ...given.channels[0], settings: { webhook: 'https://hooks.example/old' } }] };
  expect(brief(plan(same, [hook], { applied: [by(hook, 'on-call')] }).steps)).toEqual(['none channel on-call']);
});

it('follows an environment of a route by its key, whatever its name', () => {
  const [prod, hook] = [environment('e', 'Production'), channel('c', 'On-call')];
  const route: PresentObject = {
    ...{ kind: 'route', id: 'r', identity: 'environment e', label: 'environment Production' },
    fields: { tag: null, environment: ['e'], channels: ['c'] },
  };
  const { settings: _, ...onCall } = whole.channels[0] ?? { settings: {} };
  const { steps } = plan({ environments: [{ key: 'prod', name: 'Live' }], channels: [onCall], routes: whole.routes }, [prod, hook, route], {
    applied: [by(prod, 'prod'), by(hook, 'on-call'), by(route, 'prod')],
  });
  expect(brief(steps)).toEqual(['update environment prod', 'none channel on-call', 'none route prod']);
});

describe('a file', () => {
  const problemsOf = (given: unknown): string[] => {
    const result = configurationInput.safeParse(given);
    return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it.each([
    [
      {
        endpoints: [
          { key: 'a', domain: 'a.example' },
          { key: 'a', domain: 'b.example' },
        ],
      },
      'endpoints.1.key: Another object of this list has this key.',
    ],
    [
      {
        endpoints: [
          { key: 'a', domain: 'a.example' },
          { key: 'b', domain: 'A.example:443' },
        ],
      },
      'endpoints.1.domain: Another endpoint has this domain.',
    ],
    [{ endpoints: [{ key: 'a', domain: 'https://a.example' }] }, 'endpoints.0.domain: Enter domain without http:// or https://'],
    [
      { endpoints: [{ key: 'a', domain: 'a.example', environment: 'prod' }] },
      "endpoints.0.environment: No environment has the key 'prod'.",
    ],
    [
      { endpoints: [{ key: 'a', domain: 'a.example', tags: { constructor: 'x' } }] },
      "endpoints.0.tags: 'constructor' cannot be the name of a tag.",
    ],
    [
      {
        environments: [
          { key: 'a', name: 'Prod' },
          { key: 'b', name: 'PROD' },
        ],
      },
      'environments.1.name: Another environment has this name.',
    ],
    [
      { channels: [{ key: 'a', type: 'slack', name: 'A', settings: { url: 'x' } }] },
      'channels.0.settings.url: A channel of the type slack has the settings webhook.',
    ],
    [{ routes: [{ key: 'a', channels: ['x'], tag: 'a=b' }] }, "routes.0.channels.0: No channel has the key 'x'."],
    [{ routes: [{ key: 'a', channels: [] }] }, 'routes.0.channels: Name at least one channel.'],
    [{ alerts: { days: [5] } }, 'alerts.days.0: must be one of 30, 14, 7, 1'],
    [{ endpoint: [] }, ': Unrecognized key: "endpoint"'],
  ])('is refused: %j', (given, problem) => expect(problemsOf(given)).toContain(problem));
});
