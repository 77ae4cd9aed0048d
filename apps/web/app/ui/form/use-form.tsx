import { useForm as useMantineForm } from '@mantine/form';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { fieldError } from '../forms/field-error.tsx';
import { failureText } from './failure-text.ts';

type FieldName<Values> = keyof Values & string;

/** Problems of a form: a text per field, or `true` to mark a field without one. `form` is the banner above the fields. */
export type FormProblems<Values> = { readonly [Name in FieldName<Values>]?: string | true | undefined } & {
  readonly form?: string | undefined;
};

interface FormOptions<Values> {
  readonly initial: Values;
  /** Finds problems before the server is asked. */
  readonly check?: (values: Values) => FormProblems<Values>;
  /** Sends the values. A rejection is shown on the form. The form stays busy after `'leaving'`, for screens that navigate away. */
  readonly submit: (values: Values) => Promise<unknown>;
  /** The documented text, for when the server did not say why. */
  readonly failed: string;
  /** Says where a rejection belongs; an empty result leaves it to the default: each detail at the field of its path, the rest above. */
  readonly problems?: (error: unknown) => FormProblems<Values>;
  /** Gets the focus after a rejection that marks no field. */
  readonly focus?: FieldName<Values>;
}

/** State for `Form`, `SubmitButton` and `FormDialog`. */
export interface FormState {
  readonly id: string;
  readonly element: RefObject<HTMLFormElement>;
  readonly busy: boolean;
  /** The text of the banner. */
  readonly failure: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Whether a path leads to a value of the form, or of an object in it. Entries of lists have no field. */
const leadsToField = (values: object, path: string): boolean => {
  const [name = '', ...inner] = path.split('.');
  const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
  if (inner.length === 0) return Object.hasOwn(values, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) && leadsToField(value, inner.join('.'));
};

const isEmpty = (problems: object): boolean => Object.values(problems).every((problem) => problem === undefined);

const focusAndSelect = (input: unknown): void => {
  if (!(input instanceof HTMLElement)) return;
  input.focus();
  if (input instanceof HTMLInputElement) input.select();
};

/**
 * Holds what is typed and what is wrong with it. Submits once at a time, puts the server's problems on their fields, and
 * focuses the first of them.
 */
export function useForm<Values extends Record<string, unknown>>({ initial, check, submit, failed, problems, focus }: FormOptions<Values>) {
  const form = useMantineForm<Values>({ initialValues: initial });
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = element.current?.querySelector('[aria-invalid="true"]');
    focusAndSelect(wrong ?? (focus === undefined ? null : element.current?.elements.namedItem(focus)));
    // Of a form that is taller than the window, the banner can be out of sight.
    if (wrong === null) element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [refusals, focus]);

  const refuse = (fields: Parameters<typeof form.setErrors>[0], text: string | null = null): void => {
    form.setErrors(fields);
    setFailure(text);
    setRefusals((count) => count + 1);
  };
  const show = ({ form: text, ...fields }: FormProblems<Values>): void => refuse(fields, text);
  const showByPath = (error: unknown): void => {
    const known = problemOfCall(error).details.filter(({ path }) => leadsToField(form.values, path));
    if (known.length === 0) refuse({}, failureText(error, failed));
    else refuse(Object.fromEntries(known.map(({ path, message }) => [path, message])));
  };
  const clear = (): void => {
    form.clearErrors();
    setFailure(null);
  };
  const send = async (): Promise<void> => {
    if (sending.current) return;
    const found = check?.(form.values) ?? {};
    if (!isEmpty(found)) return show(found);
    clear();
    sending.current = true;
    setBusy(true);
    let leaving = false;
    try {
      leaving = (await submit(form.values)) === 'leaving';
    } catch (error) {
      const own = problems?.(error) ?? {};
      if (isEmpty(own)) showByPath(error);
      else show(own);
    } finally {
      sending.current = leaving;
      setBusy(leaving);
    }
  };
  return {
    id,
    element,
    busy,
    failure,
    values: form.values,
    /** Replaces some values and clears the problems. */
    set: form.setValues,
    reset: form.reset,
    /** Takes the problems away. */
    clear,
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      void send();
    },
    /** Props of an input of Mantine, or of `Field`; for a value of an object, its path, as in `quietHours.from`. */
    field: (name: FieldName<Values> | `${FieldName<Values>}.${string}`) => {
      const { value, onChange } = form.getInputProps<string>(name);
      return { name, value, onChange, error: fieldError(form.errors[name]) };
    },
    /** Props of a `Checkbox` or a `Switch`. */
    box: (name: FieldName<Values>) => {
      const { checked, onChange } = form.getInputProps<FieldName<Values>>(name, { type: 'checkbox' });
      return { name, checked, onChange };
    },
  };
}
