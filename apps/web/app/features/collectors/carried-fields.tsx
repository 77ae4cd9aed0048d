import { Checkbox, type CheckboxProps, NativeSelect, type NativeSelectProps } from '@mantine/core';
import { CARRIED_EVERY_SECONDS, DAY_MS, SECOND_MS } from '@notafter/domain';
import { everyText } from './collector-texts.ts';

const DAY_SECONDS = DAY_MS / SECOND_MS;
const choices = [
  { value: String(DAY_SECONDS), label: 'Every day' },
  { value: String(CARRIED_EVERY_SECONDS), label: 'Every week' },
  { value: String(30 * DAY_SECONDS), label: 'Every 30 days' },
];

/** The values of the two fields. */
export interface Carried {
  readonly asFiles: boolean;
  readonly every: string;
}

export const carriedOf = (seconds: number | null): Carried => ({
  asFiles: seconds !== null,
  every: String(seconds ?? CARRIED_EVERY_SECONDS),
});

/** Null for a collector that reports online. */
export const carriedSeconds = ({ asFiles, every }: Carried): number | null => (asFiles ? Number(every) : null);

interface CarriedFieldsProps {
  readonly asFiles: Pick<CheckboxProps, 'name' | 'checked' | 'onChange'>;
  readonly every: Pick<NativeSelectProps, 'name' | 'onChange'> & { readonly value: string };
}

/** Whether bundles travel as files, and how often people carry them. */
export function CarriedFields({ asFiles, every }: CarriedFieldsProps) {
  const { value } = every;
  // Set through the API: shown as it is.
  const options = choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: everyText(Number(value)).replace(/^e/, 'E') }];
  return (
    <>
      <Checkbox
        {...asFiles}
        label="Bundles travel as files"
        description="For networks without a route to this server. People carry bundles here, and receipts back."
      />
      {asFiles.checked === true ? (
        <NativeSelect
          {...every}
          label="Carried"
          description="An alert is raised after three times this long without a bundle."
          data={options}
        />
      ) : null}
    </>
  );
}
