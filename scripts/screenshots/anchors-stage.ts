import { addMs, DAY_MS } from '../../packages/domain/src/index.ts';
import { addAnchorSet, assignAnchors, type SystemContext } from '../../packages/features/src/index.ts';
import { openAs, type TestUser } from '../../packages/testing/src/index.ts';
import { issueCertificate } from '../../packages/tls/src/testing/index.ts';

/** A second set, whose older root is expired, for a tag. */
export const seedAnchors = async (system: SystemContext, admin: TestUser): Promise<void> => {
  const ctx = await openAs(system, admin);
  const root = (CN: string, ageDays: number, lifeDays: number): string => {
    const notBefore = addMs(system.clock.now(), -ageDays * DAY_MS);
    return issueCertificate({ subject: { CN, O: 'Harborline' }, isCa: true, notBefore, notAfter: addMs(notBefore, lifeDays * DAY_MS) }).pem;
  };
  const pem = root('Harborline Lab CA 2016', 3_900, 3_650) + root('Harborline Lab CA 2025', 300, 3_650);
  const { set } = await addAnchorSet(ctx, { name: 'Lab devices', pem });
  await assignAnchors(ctx, { tag: 'team=Lab', anchors: set.id });
  await assignAnchors(ctx, { tag: 'team=Web', anchors: 'public' });
};
