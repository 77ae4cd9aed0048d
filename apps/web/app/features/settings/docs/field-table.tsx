import type { Field } from './api-document.ts';
import css from './docs.module.css';
import { Prose } from './prose.tsx';

export function FieldTable({ caption, fields }: { readonly caption: string; readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <table className={css.fields}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code> <small>{required ? 'required' : 'optional'}</small>
            </th>
            <td>{type}</td>
            <td>
              <Prose>{description}</Prose>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
