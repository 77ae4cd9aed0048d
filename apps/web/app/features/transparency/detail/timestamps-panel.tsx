import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { IssuanceDetail } from '../types.ts';

const SctsCard = lazyPart(async () => ({ default: (await import('../../certificates/detail/scts-card.tsx')).SctsCard }));

/** The logs that promised to publish the certificate, by the timestamps in it. */
export function TimestampsPanel({ issuance: { scts, isPrecertificate } }: { readonly issuance: IssuanceDetail }) {
  if (scts !== null && scts.length > 0) return <SctsCard scts={scts} />;
  return (
    <Panel title="Transparency Logs">
      <EmptyState plain title="No timestamps" text={textOf(scts, isPrecertificate)} />
    </Panel>
  );
}

const textOf = (scts: IssuanceDetail['scts'], isPrecertificate: boolean): string => {
  if (scts !== null) return 'The certificate has no timestamps.';
  return isPrecertificate
    ? 'A precertificate has no timestamps. They are shown when we find the certificate.'
    : 'We have not read the timestamps of this certificate.';
};
