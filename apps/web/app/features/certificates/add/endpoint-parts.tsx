import { NativeSelect, SimpleGrid } from '@mantine/core';
import { type EndpointProtocol, endpointProtocols } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import type { useForm } from '../../../ui/form/use-form.tsx';
import { optionsOf } from '../anchors/choices.ts';
import { useAnchorSets } from '../anchors/use-anchors.ts';

/** An endpoint as typed; a blank part is as the domain says. */
export type EndpointFields = {
  readonly domain: string;
  readonly protocol: EndpointProtocol | '';
  readonly port: string;
  readonly servername: string;
  readonly address: string;
  readonly anchors: string;
};

/** The parts of an endpoint beside its domain. */
export default function EndpointParts({ form }: { readonly form: Pick<ReturnType<typeof useForm<EndpointFields>>, 'field'> }) {
  const sets = useAnchorSets().data?.sets ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect
        {...form.field('protocol')}
        label="Protocol"
        data={[{ value: '', label: 'TLS, or as written' }, ...endpointProtocols.map((name) => ({ value: name, label: name }))]}
      />
      <Field {...form.field('port')} label="Port" placeholder="The protocol's own" inputMode="numeric" />
      <Field {...form.field('servername')} label="Server name (SNI)" placeholder="The domain" />
      <Field {...form.field('address')} label="IP address" placeholder="As DNS says" />
      {sets.length === 0 ? null : (
        <NativeSelect
          {...form.field('anchors')}
          label="Trust anchors"
          data={[{ value: '', label: 'As the organization' }, ...optionsOf(sets)]}
        />
      )}
    </SimpleGrid>
  );
}
