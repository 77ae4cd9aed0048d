import { Anchor } from '@mantine/core';
import { type CollectorState, lateRenewalText, pluralWord, relativeText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { WholeDates } from '../../../ui/time/whole-dates.tsx';
import { rowStates } from '../collector-line.tsx';
import type { CertificateDetail } from '../types.ts';
import { type BannerText, expiryBanner, verdictBanner } from './banner-texts.ts';

/** The problems of the certificate: expiry, why clients reject it, an endpoint that does not answer, and addresses that serve another certificate. */
export function DetailBanners({ certificate }: { readonly certificate: CertificateDetail }) {
  const { id, daysLeft, notAfter, unreachable } = certificate;
  const renewals = useQuery(useTRPC().certificates.renewals.queryOptions({ id })).data?.renewals ?? [];
  const differing = differingBanner(certificate.addresses);
  const verdict = verdictBanner(certificate, differing !== null, useNow());
  const expiry = daysLeft === null || notAfter === null ? null : expiryBanner(daysLeft, notAfter, lateRenewalText(renewals, daysLeft));
  return (
    <>
      <CollectorBanner collector={certificate.collector} source={certificate.source} />
      {unreachable === null ? null : (
        <Banner tone="unreachable">
          <strong>
            Unreachable since <AbsoluteTime value={unreachable.since} form="datetime" />.
          </strong>{' '}
          {unreachable.detail} {notAfter === null ? 'We have not seen a certificate yet.' : 'Showing the last certificate that we saw.'}{' '}
          Checks continue.
        </Banner>
      )}
      {expiry === null ? null : (
        <Banner tone={expiry.tone}>
          <strong>{expiry.headline}</strong>
          <WholeDates text={expiry.rest} />
        </Banner>
      )}
      {[verdict, differing].map((banner) =>
        banner === null ? null : (
          <Banner key={banner.tone} tone={banner.tone}>
            <strong>{banner.headline}</strong> {banner.rest}
          </Banner>
        ),
      )}
    </>
  );
}

/** Why the row may be old, and what to do. */
const rowProblems = {
  waiting: null,
  active: null,
  silent: 'It has not reported this for three intervals, so this page may be out of date. See whether the collector runs.',
  forked: 'Its key was copied, so we take nothing more from it, and this page may be wrong. Revoke the collector, then enroll it again.',
  revoked: 'It was revoked, so this page stays as it is. Enroll the collector again, or delete the certificate.',
} as const satisfies Record<CollectorState, string | null>;

/** Says which collector checks the endpoint or reads the file, and how old its word is. */
function CollectorBanner({ collector, source }: Pick<CertificateDetail, 'collector' | 'source'>) {
  const now = useNow();
  if (collector === null) return null;
  const { id, name, state, seenAt, lastReportAt } = collector;
  return (
    <Banner tone={rowStates[state].tone}>
      Collector{' '}
      <Anchor component={Link} to={`/collectors/${id}`} inherit underline="always">
        {name}
      </Anchor>{' '}
      {source === 'file' ? 'reads this certificate from a file.' : 'checks this endpoint.'}
      {rowProblems[state] === null ? '' : ` ${rowProblems[state]}`}{' '}
      {seenAt === null ? (
        `It has not reported ${lastReportAt === null ? 'yet' : 'this one yet'}.`
      ) : (
        <>
          Its last report was {relativeText(seenAt, now)}, <AbsoluteTime value={seenAt} form="datetime" />.
        </>
      )}
    </Banner>
  );
}

/** A warning about addresses that serve different certificates of one key type; null if all serve the same ones. */
function differingBanner(addresses: CertificateDetail['addresses']): BannerText | null {
  const served = addresses.flatMap(({ notAfter, ...each }) => (notAfter === null ? [] : [{ ...each, notAfter }]));
  const differing = new Set(served.flatMap(({ address, differs }) => (differs ? [address] : [])));
  if (differing.size === 0) return null;
  const [first] = served.toSorted((one, other) => one.notAfter.getTime() - other.notAfter.getTime());
  const of = new Set(addresses.map(({ address }) => address)).size;
  const headline = `${differing.size} of ${of} addresses ${pluralWord(differing.size, 'serves', 'serve')} another certificate.`;
  const rest = first?.differs ? `The one at ${first.address} expires first, so its date counts.` : 'They expire later.';
  return { tone: 'warning', headline, rest };
}
