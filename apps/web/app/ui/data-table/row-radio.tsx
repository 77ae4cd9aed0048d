import { type ChosenBy, useChosenBy } from '../choice/use-chosen-by.ts';
import css from './row-radio.module.css';

interface RowRadioProps {
  /** Shared by the rows of the table. */
  readonly group: string;
  /** Names the row. */
  readonly label: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: (by: ChosenBy) => void;
}

/** Chooses one row of the table. It covers the whole row. */
export function RowRadio({ group, label, chosen, disabled = false, onChoose }: RowRadioProps) {
  const { handlers, by } = useChosenBy();
  return (
    <label className={css.rowRadio} {...handlers}>
      <input
        type="radio"
        className={css.circle}
        name={group}
        aria-label={label}
        checked={chosen}
        disabled={disabled}
        onChange={() => onChoose(by())}
      />
    </label>
  );
}
