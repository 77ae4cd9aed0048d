import css from './select-box.module.css';

interface SelectBoxProps {
  readonly label: string;
  readonly share: 'none' | 'some' | 'all';
  readonly onChange: () => void;
}

/** A plain box: fifty of a component library's would be half the cost of a page of rows. */
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
