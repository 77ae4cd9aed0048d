import { Stack } from '@mantine/core';
import { type CertificateId, caTrust } from '@notafter/domain';
import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import { showError } from '../../../ui/toasts/show-toast.ts';
import type { CertificateDetail } from '../types.ts';
import { CaTrustCard } from './ca-trust-card.tsx';
import { CertificateChain } from './certificate-chain.tsx';
import { DetailBanners } from './detail-banners.tsx';
import { DetailHead } from './detail-head.tsx';
import css from './detail-screen.module.css';
import { ExpiryPanel } from './expiry-panel.tsx';
import { FactsCard } from './facts-card.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { SanCard } from './san-card.tsx';
import { TagsCard } from './tags-card.tsx';
import { isTrusted } from './verdicts.ts';

const AlertsCard = lazyPart(async () => ({ default: (await import('../../notifications/certificate/alerts-card.tsx')).AlertsCard }));
const TrustCard = lazyPart(async () => ({ default: (await import('../anchors/trust-card.tsx')).TrustCard }));
const LintCard = lazyPart(async () => ({ default: (await import('./lint-card.tsx')).LintCard }));
const ClientsCard = lazyPart(async () => ({ default: (await import('./clients-card.tsx')).ClientsCard }));
const SctsCard = lazyPart(async () => ({ default: (await import('./scts-card.tsx')).SctsCard }));
const AddressesCard = lazyPart(async () => ({ default: (await import('./addresses-card.tsx')).AddressesCard }));
const RenewalsPanel = lazyPart(async () => ({ default: (await import('./renewals-panel.tsx')).RenewalsPanel }));
const DeploymentCard = lazyPart(async () => ({ default: (await import('./deployment-card.tsx')).DeploymentCard }));
const RenewalCard = lazyPart(async () => ({ default: (await import('./renewal-card.tsx')).RenewalCard }));

export function DetailScreen({ id }: { readonly id: CertificateId }) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.certificates.get.queryOptions({ id }));
  useLeaveOnFailure(answer.data === undefined ? answer.error : null);
  const certificate = answer.data?.certificate;
  return certificate === undefined ? <DetailSkeleton /> : <Detail certificate={certificate} />;
}

function Detail({ certificate }: { readonly certificate: CertificateDetail }) {
  const { chain, issuer, san, source } = certificate;
  const isDate = source === 'date';
  const trust = issuer === null || isDate ? null : caTrust(issuer);
  const concernsAnchors = !isDate && (certificate.anchors.from !== null || (chain.length > 0 && !isTrusted(certificate)));
  const tags = <TagsCard certificate={certificate} />;
  // In the shorter column: many names make the right one longer, a long chain the left one.
  const tagsLeft = chain.length > 0 && (san.length > 2 || chain.length < 2);
  return (
    <>
      <DetailHead certificate={certificate} />
      <DetailBanners certificate={certificate} />
      <ExpiryPanel certificate={certificate} trust={trust} />
      <div className={css.columns}>
        <Stack className={css.column ?? ''} miw={0} data-part="chain" style={{ gridArea: 'chain' }}>
          {chain.length === 0 ? null : <CertificateChain certificate={certificate} />}
          {trust === null ? null : <CaTrustCard certificate={certificate} trust={trust} />}
          {certificate.clients === null ? null : <ClientsCard view={certificate.clients} />}
          {certificate.scts.length === 0 ? null : <SctsCard scts={certificate.scts} />}
          <AlertsCard id={certificate.id} />
          {tagsLeft ? tags : null}
        </Stack>
        <Stack className={css.column ?? ''} miw={0} data-part="facts" style={{ gridArea: 'facts' }}>
          {chain.length === 0 && !isDate ? null : <FactsCard certificate={certificate} />}
          {san.length === 0 ? null : <SanCard names={san} />}
          {concernsAnchors ? <TrustCard certificate={certificate} /> : null}
          {tagsLeft ? null : tags}
        </Stack>
        <Stack className={css.column ?? ''} miw={0} data-part="past" style={{ gridArea: 'past' }}>
          {certificate.deployment === null ? null : <DeploymentCard id={certificate.id} />}
          {chain.length === 0 || source !== 'endpoint' ? null : <RenewalCard id={certificate.id} info={certificate.renewalInfo} />}
          {certificate.addresses.length < 2 ? null : <AddressesCard certificate={certificate} />}
          {chain.length === 0 ? null : <LintCard id={certificate.id} />}
          {isDate ? null : <RenewalsPanel id={certificate.id} />}
          <HistoryPanel id={certificate.id} comparable={!isDate} />
        </Stack>
      </div>
    </>
  );
}

/** The shape of the screen until its certificate is loaded. */
function DetailSkeleton() {
  return (
    <Stack role="status" aria-label="Loading certificate">
      <Bone width={32} />
      <Panel label="Days until expiry">
        <Bones widths={[16, 100, 24]} />
      </Panel>
      <Panel label="Certificate Chain">
        <Bones />
      </Panel>
    </Stack>
  );
}

/** Spec 1 section 8: goes back to the list if the certificate does not load, with the reason in a toast. */
export function useLeaveOnFailure(error: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (error === null || error === undefined) return;
    const { code, message } = problemOfCall(error);
    if (code === 'unauthenticated') return;
    showError(code === 'certificate_not_found' ? message : 'Failed to load certificate');
    navigate('/certificates', { replace: true });
  }, [error, navigate]);
}
