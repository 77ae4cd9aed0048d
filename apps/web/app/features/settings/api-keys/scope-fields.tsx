import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { ALLOWED_ADDRESSES_MAX, type CertificateScope, parseScopeTag } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';

/** What the form holds: an environment's id, or `tag` with the text beside it. */
export interface ScopeChoice {
  readonly chosen: string;
  readonly tag: string;
}

export const everything: ScopeChoice = { chosen: '', tag: '' };

/** Undefined where the tag is not one yet. */
export const scopeOf = (
  { chosen, tag }: ScopeChoice,
  environments: readonly { readonly id: Extract<CertificateScope, { environmentId: unknown }>['environmentId'] }[],
): CertificateScope | null | undefined => {
  if (chosen === '') return null;
  if (chosen === 'tag') {
    const parsed = parseScopeTag(tag);
    return parsed === null ? undefined : { tag: parsed };
  }
  const environment = environments.find(({ id }) => id === chosen);
  return environment === undefined ? undefined : { environmentId: environment.id };
};

/** One address or CIDR a line, commas as well. */
export const addressesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

export function useEnvironments() {
  return useQuery(useTRPC().environments.list.queryOptions()).data?.environments ?? [];
}

interface ScopeFieldsProps {
  readonly choice: ScopeChoice;
  readonly onChoose: (choice: ScopeChoice) => void;
  readonly addresses: string;
  readonly onAddresses: (text: string) => void;
}

/** Which certificates a key reaches, and where from. */
export function ScopeFields({ choice, onChoose, addresses, onAddresses }: ScopeFieldsProps) {
  const environments = useEnvironments();
  const count = addressesOf(addresses).length;
  return (
    <>
      <NativeSelect
        label="Certificates"
        value={choice.chosen}
        onChange={(event) => onChoose({ ...choice, chosen: event.currentTarget.value })}
        data={[
          { value: '', label: 'All certificates' },
          ...environments.map(({ id, name }) => ({ value: id, label: `Environment ${name}` })),
          { value: 'tag', label: 'With a tag' },
        ]}
      />
      {choice.chosen === 'tag' ? (
        <TextInput
          label="Tag"
          description="As name=value. Certificates the key adds get this tag."
          inputWrapperOrder={['label', 'input', 'description']}
          placeholder="team=payments"
          autoComplete="off"
          value={choice.tag}
          onChange={(event) => onChoose({ ...choice, tag: event.currentTarget.value })}
        />
      ) : null}
      <Textarea
        label="Allowed IP addresses"
        description={
          count > ALLOWED_ADDRESSES_MAX
            ? `At most ${ALLOWED_ADDRESSES_MAX} addresses.`
            : 'IP addresses or CIDRs, one per line. Leave empty to allow any address.'
        }
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder="192.0.2.0/24"
        autosize
        minRows={1}
        maxRows={4}
        value={addresses}
        onChange={(event) => onAddresses(event.currentTarget.value)}
      />
    </>
  );
}
