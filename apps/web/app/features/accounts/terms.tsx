import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountTitle } from './account-parts.tsx';
import css from './accounts.module.css';

const VERSION_DATE = '2026-11-20';

/** The terms of use. They bind the operator of an installation and its users. */
export function Terms() {
  return (
    <Stack component="article" gap="xs" lh="lg" className={css.terms ?? ''}>
      <AccountTitle>Terms &amp; Conditions</AccountTitle>
      <Text c="dimmed">
        Effective <time dateTime={VERSION_DATE}>{VERSION_DATE}</time>. Template: have it reviewed by a lawyer.
      </Text>
      <Section title="1. Who these terms apply to">
        Notafter is software that anyone may run. “The operator” is the person or organization that runs this installation. “You” are the
        person or organization with an account on it. The software is licensed separately, under the GNU Affero General Public License,
        version 3. These terms do not change that license.
      </Section>
      <Section title="2. The service">
        The service connects to the addresses you add, reads the TLS certificates they present, stores the results and shows you when each
        certificate expires. It reads only what a server presents to every client.
      </Section>
      <Section title="3. Your account">
        You must provide an email address at which you can be reached and keep your password confidential. Notify the operator immediately
        if you suspect unauthorized use of your account. You are responsible for activity under your account until you do. The
        administrators of your organization decide who belongs to it.
      </Section>
      <Section
        title="4. Acceptable use"
        list={[
          'Add only endpoints that you operate or that you are allowed to check regularly.',
          "Do not use the service to look for vulnerabilities in other people's systems or to put load on them.",
          "Do not try to access other organizations' data or to bypass the limits of your plan.",
        ]}
      />
      <Section title="5. Your data">
        You retain ownership of the data you enter. The operator uses it only to provide the service to you, shows it only to your
        organization, and discloses it to others only where the law requires it. You may ask the operator to export your data or to delete
        your account. Deleting an account deletes its personal data. Audit log entries keep a name for as long as the log is retained.
      </Section>
      <Section title="6. Plans and payment">
        If the operator sells plans, the prices and limits are those shown when you buy. A plan runs for the month or year you chose and
        renews automatically until you cancel it. When it ends, your organization returns to the free plan. The data you entered is not
        deleted for that reason.
      </Section>
      <Section title="7. Availability">
        The operator runs the service with reasonable care but does not guarantee any level of availability. Because mail and networks can
        fail, a reminder can be late or missing. You remain responsible for renewing your certificates on time.
      </Section>
      <Section title="8. Limitation of liability">
        The operator’s liability for intent and gross negligence, and for injury to life, body or health, is unlimited. Otherwise, to the
        extent permitted by law, the operator is not liable for lost profits or for damage that results from an expired certificate.
      </Section>
      <Section title="9. Termination">
        You may stop using the service at any time. The operator may close an account that breaches these terms, after a warning where one
        can reasonably be given. The operator may end the service with at least 30 days’ notice, so that you can export your data.
      </Section>
      <Section title="10. Changes to these terms">
        The operator announces material changes at least 30 days before they take effect, by email to the administrators of each
        organization. Corrections that do not change the substance take effect when they are published here. If you do not agree to a
        change, you may close your account before it takes effect.
      </Section>
      <Section title="11. Contact">
        Send questions about these terms to the operator of this installation, who sent your invitation or whose address is in its emails.
      </Section>
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly list?: readonly string[];
  /** Its paragraph, if it is not a list. */
  readonly children?: ReactNode;
}

function Section({ title, list, children }: SectionProps) {
  return (
    <>
      <Title order={2} size="h3" mt="md">
        {title}
      </Title>
      {list === undefined ? (
        <p>{children}</p>
      ) : (
        <ul>
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
