import { createAuthService } from '@notafter/auth';
import { createTestDatabase } from '@notafter/db/testing';
import { clientTable } from '@notafter/domain/client-table';
import type { FeaturesConfig, RequestContext, SystemContext } from '@notafter/features';
import { withKnownAppSecrets } from './authenticators.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createTestGateways, type TestGateways } from './gateways.ts';
import { createRecordingJobs, type RecordingJobs } from './recording-jobs.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';

export const testConfig: FeaturesConfig = {
  publicUrl: 'http://localhost:3000',
  defaultPlan: 'Forever Free',
  passwordMinLength: 6,
  checkIntervalHours: 6,
  devAutoActivate: false,
  platformAdminEmails: [],
  platformAdminEmailDomains: [],
  sendsMail: true,
  apiRequestsPerMinute: 120,
  identityProviders: [],
  checkoutLinks: {},
  discoveryMaxHosts: 500,
  clientRules: clientTable,
  servicesDomain: null,
};

/** A system context whose parts can be scripted and inspected. */
export interface TestSystemContext extends SystemContext {
  readonly clock: FakeClock;
  readonly jobs: RecordingJobs;
  readonly gateways: TestGateways;
  readonly log: RecordingLog;
}

export interface TestContext extends AsyncDisposable {
  readonly ctx: TestSystemContext;
  /** For tests that need a separate connection, such as the real queue. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

interface TestContextOptions {
  readonly config?: Partial<FeaturesConfig>;
  readonly clock?: FakeClock;
}

/** Argon2's least: the real cost, proven in packages/auth, took more CPU than the use cases under test. */
const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A fresh, migrated database and fakes for everything else. Call `close` in `afterAll`. */
export const createTestContext = async (options: TestContextOptions = {}): Promise<TestContext> => {
  const database = await createTestDatabase();
  const clock = options.clock ?? createFakeClock();
  const close = (): Promise<void> => database.drop();
  return {
    ctx: {
      db: database.db,
      jobs: createRecordingJobs(),
      auth: withKnownAppSecrets(
        createAuthService({ secretKey: 'a fixed key for tests, 32 bytes.', publicUrl: testConfig.publicUrl, clock, passwordCost }),
      ),
      clock,
      log: createRecordingLog(),
      config: { ...testConfig, ...options.config },
      gateways: createTestGateways(),
    },
    databaseUrl: database.url,
    close,
    [Symbol.asyncDispose]: close,
  };
};

let requests = 0;

/** A request without an actor, each from a different IP address by default, so that throttles do not mix. */
export const makeRequestContext = <Context extends SystemContext>(
  ctx: Context,
  overrides: Partial<Pick<RequestContext, 'actor' | 'origin'>> = {},
): Context & RequestContext => {
  requests += 1;
  const ip = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
  return { ...ctx, actor: null, origin: { ip, userAgent: 'test' }, ...overrides };
};
