import { Stack, Text, Title } from '@mantine/core';
import { AccountTitle } from './account-parts.tsx';
import css from './accounts.module.css';

const VERSION_DATE = '2026-11-20';

/** The terms of use. They bind the operator of an installation and its users. */
export function Terms() {
  return (
    <Stack component="article" gap="xs" lh="lg" className={css.terms ?? ''}>
      <AccountTitle>Terms &amp; Conditions</AccountTitle>
      <Text c="dimmed">
        In force since <time dateTime={VERSION_DATE}>{VERSION_DATE}</time>
      </Text>

      <Title order={2} size="h3" mt="md">
        1. Who these terms are between
      </Title>
      <p>
        Notafter is software that anyone may run. &ldquo;The operator&rdquo; is the person or organization that runs this installation, and
        &ldquo;you&rdquo; are the person or organization with an account on it. The software itself comes under its own license, the GNU
        Affero General Public License, version 3, which these terms do not change.
      </p>

      <Title order={2} size="h3" mt="md">
        2. What the service does
      </Title>
      <p>
        It connects to the addresses you add, reads the TLS certificates they present, keeps what it saw and shows you when each one ends.
        It reads only what a server shows to everyone who connects.
      </p>

      <Title order={2} size="h3" mt="md">
        3. Your account
      </Title>
      <p>
        Give an email address that reaches you, keep your password to yourself, and notify the operator if you believe that someone else has
        used your account. What is done with your account counts as done by you until you have said so. Administrators of your organization
        decide who belongs to it.
      </p>

      <Title order={2} size="h3" mt="md">
        4. What you may monitor
      </Title>
      <ul>
        <li>Add only endpoints that you run, or that you are allowed to check regularly.</li>
        <li>Do not use the service to search for weaknesses in other people's systems, or to put load on them.</li>
        <li>Do not try to reach other organizations' data, or to get around the limits of your plan.</li>
      </ul>

      <Title order={2} size="h3" mt="md">
        5. Your data
      </Title>
      <p>
        What you enter stays yours. The operator uses it to run the service for you and for nothing else, shows it to your organization
        only, and hands it to others only where the law demands it. You may have your data exported, and your account deleted, by asking the
        operator. Deleting an account removes its personal data; entries of the audit log keep a name as long as the log is kept.
      </p>

      <Title order={2} size="h3" mt="md">
        6. Plans and payment
      </Title>
      <p>
        Where the operator sells plans, prices and limits are those shown when you buy. A plan runs for the month or the year you chose and
        renews until you cancel it. When it ends, your organization goes back to the free plan, and nothing you have entered is deleted for
        that reason.
      </p>

      <Title order={2} size="h3" mt="md">
        7. Availability
      </Title>
      <p>
        The operator runs the service with care, but promises no particular availability. A reminder can be late or missing, as mail and
        networks can fail. Renewing your certificates in time remains your responsibility.
      </p>

      <Title order={2} size="h3" mt="md">
        8. Liability
      </Title>
      <p>
        The operator answers without limit for intent and gross negligence, and for harm to life, body or health. Beyond that, and as far as
        the law allows, the operator does not answer for lost profit or for damage that follows from an expired certificate.
      </p>

      <Title order={2} size="h3" mt="md">
        9. Ending
      </Title>
      <p>
        You may stop using the service at any time. The operator may close an account that breaks these terms, after a warning where that
        can reasonably be given, and may end the service with at least 30 days' notice, so that you can take your data with you.
      </p>

      <Title order={2} size="h3" mt="md">
        10. Changes
      </Title>
      <p>
        Material changes to these terms are announced at least 30 days before they apply, by email to the administrators of each
        organization. Corrections that change nothing in substance apply when they are published here. If you do not agree to a change may
        close the account before it applies.
      </p>

      <Title order={2} size="h3" mt="md">
        11. Contact
      </Title>
      <p>
        Questions about these terms go to the operator of this installation, who sent you your invitation or whose address is in its mails.
      </p>
    </Stack>
  );
}
