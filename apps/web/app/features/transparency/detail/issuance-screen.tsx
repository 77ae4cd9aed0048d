import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { NotFound } from '../../../ui/errors/message-page.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import type { Issuance } from '../types.ts';
import { EndpointsPanel } from './endpoints-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { IssuanceHead } from './issuance-head.tsx';
import { NotOursPanel } from './not-ours-panel.tsx';
import { PemPanel } from './pem-panel.tsx';
import { PlacesPanel } from './places-panel.tsx';
import { TimestampsPanel } from './timestamps-panel.tsx';

/** Everything about one issued certificate: what it is, where it was found, who serves it, and what to do about it. */
export function IssuanceScreen({ id }: { readonly id: Issuance['id'] }) {
  const query = useQuery(useTRPC().transparency.issuance.queryOptions({ id }));
  if (query.error !== null && problemOfCall(query.error).code === 'issuance_not_found') return <NotFound title="Certificate not found" />;
  return (
    <UntilLoaded label="Issued certificate" query={query} failed="The certificate did not load" unaffected="We still search for others.">
      {({ issuance }) => (
        <>
          <IssuanceHead issuance={issuance} />
          {issuance.verdict === 'not_ours' ? <NotOursPanel issuance={issuance} /> : null}
          <FactsPanel issuance={issuance} />
          <EndpointsPanel issuance={issuance} />
          <PlacesPanel places={issuance.places} />
          <TimestampsPanel issuance={issuance} />
          <PemPanel issuance={issuance} />
        </>
      )}
    </UntilLoaded>
  );
}
