import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { WholeDates } from '../../../ui/time/whole-dates.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './detail-banners.module.css';
import { differingText } from './differing-text.ts';
import { expiryBanner } from './expiry-banner.ts';
import { lateRenewalText } from './late-renewal.ts';
import { verdictBanner } from './verdict-banner.ts';

/** What needs attention: the end, why clients refuse it, an endpoint that does not answer, and addresses that do not serve the same. */
export function DetailBanners({ certificate }: { readonly certificate: CertificateDetail }) {
  const { id, daysLeft, notAfter, unreachable } = certificate;
  const renewals = useQuery(useTRPC().certificates.renewals.queryOptions({ id })).data?.renewals ?? [];
  const differing = differingText(certificate.addresses);
  const verdict = verdictBanner(certificate, differing !== null, useNow());
  const expiry = daysLeft === null || notAfter === null ? null : expiryBanner(daysLeft, notAfter, lateRenewalText(renewals, daysLeft));
  return (
    <>
      {unreachable === null ? null : (
        <Banner tone="unreachable">
          <strong>
            Unreachable since <AbsoluteTime value={unreachable.since} form="datetime" />.
          </strong>{' '}
          <span className={css.rest}>
            {unreachable.detail} {notAfter === null ? 'No certificate was seen yet.' : 'What was seen last stays below.'} Checks go on.
          </span>
        </Banner>
      )}
      {expiry === null ? null : (
        <Banner tone={expiry.tone}>
          <strong>{expiry.headline}</strong>
          {expiry.rest === '' ? null : (
            <span className={css.rest}>
              <WholeDates text={expiry.rest} />
            </span>
          )}
        </Banner>
      )}
      {verdict === null ? null : (
        <Banner tone="expired">
          <strong>{verdict.headline}</strong> <span className={css.rest}>{verdict.rest}</span>
        </Banner>
      )}
      {differing === null ? null : (
        <Banner tone="warning">
          <strong>{differing.headline}</strong> <span className={css.rest}>{differing.rest}</span>
        </Banner>
      )}
    </>
  );
}
