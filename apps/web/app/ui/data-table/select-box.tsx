import css from './select-box.module.css';

interface SelectBoxProps {
  readonly label: string;
  readonly share: 'none' | 'some' | 'all';
  readonly onChange: () => void;
}

/** Checkbox of a row. It is plain because Mantine's would double the cost of a page of 50 rows. */
export function SelectBox({ label, share, onChange }: SelectBoxProps) {
  return (
    <label className={css.target}>
      <input
        type="checkbox"
        className={css.box}
        checked={share === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = share === 'some';
        }}
        onChange={onChange}
        aria-label={label}
      />
    </label>
  );
}
