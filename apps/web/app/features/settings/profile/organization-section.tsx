import { ORGANIZATION_NAME_MAX_LENGTH } from '@notafter/domain';
import { useRevalidator } from '@remix-run/react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSellsPlans } from '../../../shell/session.ts';
import { useShowInShell } from '../../../shell/shown-session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Profile } from './types.ts';

/** Says what the role allows. Billing is named only if plans are sold. */
const useRoleText = (role: Profile['role']): string => {
  const hidden = useSellsPlans() ? 'secrets, billing details and the audit log' : 'secrets and the audit log';
  return role === 'admin'
    ? "You're an admin. You can change all organization settings."
    : `You're a viewer. You can see everything except ${hidden}, but you can't change organization settings.`;
};

/** The organization's name and the person's role. Admins can rename it. */
export function OrganizationSection({ profile }: { readonly profile: Profile }) {
  const mayRename = useMay('settings/update-organization');
  const roleText = useRoleText(profile.role);
  return (
    <Panel title="Organization">
      {mayRename ? (
        <RenameForm profile={profile} />
      ) : (
        <ItemList>
          <Item title={profile.organizationName}>{roleText}</Item>
        </ItemList>
      )}
    </Panel>
  );
}

function RenameForm({ profile }: { readonly profile: Profile }) {
  const trpc = useTRPC();
  const { revalidate } = useRevalidator();
  const showInShell = useShowInShell();
  const roleText = useRoleText(profile.role);
  const rename = useAction(trpc.profile.updateOrganization.mutationOptions(), {
    done: 'Organization renamed',
    failed: 'Failed to rename the organization',
    refresh: [trpc.profile.get.queryFilter()],
  });
  const form = useForm({
    initial: { name: profile.organizationName },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    failed: 'Failed to rename the organization',
    submit: async ({ name }) => {
      showInShell({ orgName: name.trim() });
      try {
        const { organization } = await rename.send({ name: name.trim() });
        form.set({ name: organization.name });
        revalidate();
      } catch (error) {
        showInShell(null);
        throw error;
      }
    },
  });
  return (
    <Form form={form} label="Organization" look="plain" action="Save Name">
      <Field {...form.field('name')} label="Organization Name" description={roleText} maxLength={ORGANIZATION_NAME_MAX_LENGTH} />
    </Form>
  );
}
