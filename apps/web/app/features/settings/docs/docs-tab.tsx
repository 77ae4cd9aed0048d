import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { REQUEST_TIMEOUT_MS } from '../../../api/trpc.ts';
import { useSellsPlans, useSessionView } from '../../../shell/session.ts';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { WithSideNav } from '../../../ui/side-nav/side-nav.tsx';
import { tabAddress } from '../tabs.ts';
import { type ApiDocument, readDocument } from './api-document.ts';
import { AuthenticationSection } from './authentication-section.tsx';
import css from './docs.module.css';
import { EndpointsSection } from './endpoints-section.tsx';
import { OverviewSection } from './overview-section.tsx';

const sections = [
  { id: 'overview', label: 'Overview' },
  { id: 'authentication', label: 'Authentication' },
  { id: 'endpoints', label: 'Endpoints' },
] as const;
type Section = (typeof sections)[number]['id'];

const addressOf = (id: Section): string => `${tabAddress('API Documentation')}${id === 'overview' ? '' : `&section=${id}`}`;

async function fetchDocument({ signal }: { readonly signal: AbortSignal }): Promise<ApiDocument> {
  const answer = await fetch('/v1/openapi.json', { signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) });
  if (!answer.ok) throw new Error(`The API's description answered ${answer.status}.`);
  return readDocument(await answer.json());
}

/** The public API as the server itself describes it, read when the tab is opened. */
export default function DocsTab({ publicUrl }: { readonly publicUrl: string }) {
  const [params] = useSearchParams();
  const section = sections.find(({ id }) => id === params.get('section'))?.id ?? 'overview';
  const query = useQuery({ queryKey: ['openapi'], queryFn: fetchDocument, staleTime: Number.POSITIVE_INFINITY });
  return (
    <WithSideNav label="API documentation" links={sections.map(({ id, label }) => ({ to: addressOf(id), label, active: id === section }))}>
      <div className={css.docs}>
        <UntilLoaded
          query={query}
          label="API documentation"
          failed="The API documentation did not load"
          unaffected="The API itself may still work."
        >
          {(document) => <SectionBody section={section} document={document} publicUrl={publicUrl} />}
        </UntilLoaded>
      </div>
    </WithSideNav>
  );
}

interface SectionBodyProps {
  readonly section: Section;
  readonly document: ApiDocument;
  readonly publicUrl: string;
}

function SectionBody({ section, document, publicUrl }: SectionBodyProps) {
  const orgId = useSessionView()?.orgId ?? '';
  const sellsPlans = useSellsPlans();
  // The document is the same on every server, so that generated clients fit all of them. Only the page leaves billing out.
  const groups = sellsPlans ? document.groups : document.groups.filter(({ name }) => name !== 'Billing');
  if (section === 'endpoints') return <EndpointsSection groups={groups} />;
  if (section === 'authentication') return <AuthenticationSection document={document} publicUrl={publicUrl} orgId={orgId} />;
  return <OverviewSection document={document} publicUrl={publicUrl} />;
}
