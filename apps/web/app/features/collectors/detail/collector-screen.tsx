import { problemOfCall } from '../../../api/problem.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { NotFound } from '../../../ui/errors/message-page.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { problemsOf } from '../collector-texts.ts';
import { NotInPlan } from '../locked-collectors.tsx';
import type { Collector, CollectorDetail } from '../types.ts';
import { useCollector, useIsInPlan } from '../use-collectors.ts';
import { BundlesPanel } from './bundles-panel.tsx';
import { CollectorHead } from './collector-head.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { FilesPanel } from './files-panel.tsx';

/** Everything about one collector: what it said of itself, what it watches, and its bundles. */
export function CollectorScreen({ id }: { readonly id: Collector['id'] }) {
  const query = useCollector(id);
  if (query.error !== null && problemOfCall(query.error).code === 'collector_not_found') return <NotFound title="Collector not found" />;
  return (
    <UntilLoaded label="Collector" query={query} failed="The collector did not load" unaffected="It keeps watching and reporting.">
      {(detail) => <Detail detail={detail} />}
    </UntilLoaded>
  );
}

function Detail({ detail: { collector, bundles, filesBeyondLimit } }: { readonly detail: CollectorDetail }) {
  const isInPlan = useIsInPlan();
  return (
    <>
      <CollectorHead collector={collector} />
      {isInPlan ? null : <NotInPlan />}
      {problemsOf(collector).map(({ tone, text }) => (
        <Banner key={text} tone={tone}>
          {text}
        </Banner>
      ))}
      <FactsPanel collector={collector} />
      <EndpointsPanel collector={collector} />
      <FilesPanel collector={collector} beyondLimit={filesBeyondLimit} />
      <BundlesPanel sequence={collector.sequence} bundles={bundles} />
    </>
  );
}
