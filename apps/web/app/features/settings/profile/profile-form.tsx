import { Button, TextInput } from '@mantine/core';
import { NAME_MAX_LENGTH, PROFILE_LINE_MAX_LENGTH } from '@notafter/domain';
import { type FormEvent, useRef } from 'react';
import { Avatar } from '../../../shell/avatar.tsx';
import { Banner } from '../../../ui/banner/banner.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { PendingEmailBanner } from './pending-email-banner.tsx';
import css from './profile.module.css';
import type { Profile } from './types.ts';
import { type ProfileFormState, useProfileForm } from './use-profile-form.ts';

/** Who the person is. A refused form puts the focus on the first field that is wrong. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const form = useProfileForm(profile);
  const element = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) return;
    // The errors stand there after the next frame.
    requestAnimationFrame(() => element.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <Panel title="Profile">
      <div className={css.who}>
        <span className={css.face}>
          <Avatar key={profile.avatarHash} email={profile.email} hash={profile.avatarHash} />
        </span>
        <p>
          <strong>
            {profile.firstName} {profile.lastName}
          </strong>
          <span>{profile.email}</span>
        </p>
      </div>
      <form ref={element} aria-label="Profile" noValidate onSubmit={(event) => void submit(event)}>
        <div className={css.fields}>
          {profile.pendingEmail === null ? null : <PendingEmailBanner email={profile.email} pending={profile.pendingEmail} />}
          <div className={css.pair}>
            <Line form={form} field="firstName" label="First Name" autoComplete="given-name" />
            <Line form={form} field="lastName" label="Last Name" autoComplete="family-name" />
          </div>
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            description="To change your email, confirm the change from both addresses."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={form.fields.email}
            onChange={(event) => form.set('email', event.currentTarget.value)}
            error={fieldError(form.problemOf('email'))}
          />
          <div className={css.pair}>
            <Line form={form} field="company" label="Company Name" autoComplete="organization" />
            <Line form={form} field="position" label="Position" autoComplete="organization-title" />
          </div>
          {form.failure === null ? null : (
            <Banner tone="expired" role="alert">
              {form.failure}
            </Banner>
          )}
        </div>
        <div className={css.foot}>
          <Button type="submit" disabled={form.busy}>
            {form.busy ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface LineProps {
  readonly form: ProfileFormState;
  readonly field: 'firstName' | 'lastName' | 'company' | 'position';
  readonly label: string;
  readonly autoComplete: string;
}

function Line({ form, field, label, autoComplete }: LineProps) {
  const isName = field === 'firstName' || field === 'lastName';
  return (
    <TextInput
      label={label}
      name={field}
      autoComplete={autoComplete}
      maxLength={isName ? NAME_MAX_LENGTH : PROFILE_LINE_MAX_LENGTH}
      value={form.fields[field]}
      onChange={(event) => form.set(field, event.currentTarget.value)}
      error={fieldError(form.problemOf(field))}
    />
  );
}
