import { NativeSelect } from '@mantine/core';
import type { CloudAccountId } from '@notafter/domain';
import type { CloudOffer } from '../types.ts';

interface AccountSelectProps {
  readonly accounts: CloudOffer['accounts'];
  readonly chosen: CloudAccountId | null;
  readonly onChoose: (account: CloudAccountId | null) => void;
}

/** The account that pays, where a cloud has several. */
export default function AccountSelect({ accounts, chosen, onChoose }: AccountSelectProps) {
  return (
    <NativeSelect
      label="Account"
      mb="sm"
      maw={360}
      data={accounts.map(({ id, name }) => ({ value: id ?? '', label: name }))}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(accounts.find(({ id }) => id === value)?.id ?? null)}
    />
  );
}
