/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { isCountry } from "~/contract/countries";
import { LANGUAGES } from "~/contract/languages";
import { errorText } from "../editor-texts";
import type { EntryError } from "../forms/form";
import type { View } from "./layout";

/** What the fields of a form share. */
export interface FormView {
  view: View;
  errors: readonly EntryError[];
}

interface FieldProps {
  form: FormView;
  /** The input's id and name. */
  name: string;
  label: string;
  hint?: string | undefined;
  value: string;
}

const findError = ({ view, errors }: FormView, name: string) => {
  const error = errors.find(({ field }) => field === name);
  return error && errorText(error.message, view.texts.editor);
};

/** Attributes that connect an input with its hint and error. */
export function describe({ form, name, hint }: Pick<FieldProps, "form" | "name" | "hint">) {
  const error = findError(form, name);
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return {
    ...{ id: name, name },
    "aria-describedby": ids || undefined,
    "aria-invalid": error === undefined ? undefined : ("true" as const),
  };
}

export function Labelled({
  form,
  name,
  label,
  hint,
  children,
}: Omit<FieldProps, "value"> & { children: Child }) {
  const error = findError(form, name);
  return (
    <div class="field">
      <label class="above" for={name}>
        {label}
      </label>
      {hint && (
        <p class="soft small" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${name}-error`}>
          {`${label} ${error}`}
        </p>
      )}
      {children}
    </div>
  );
}

export function TextField(
  props: FieldProps & {
    type?: "text" | "date" | "color" | "url" | "email";
    list?: string;
    numeric?: boolean;
  },
) {
  const { value, type = "text", numeric = false } = props;
  return (
    <Labelled {...props}>
      <input
        {...describe(props)}
        type={type}
        value={value}
        inputmode={numeric ? "decimal" : undefined}
        autocomplete="off"
      />
    </Labelled>
  );
}

export function AreaField(props: FieldProps & { rows?: number }) {
  return (
    <Labelled {...props}>
      {/* Browsers drop the first line break. */}
      <textarea {...describe(props)} rows={props.rows ?? 5}>
        {`\n${props.value}`}
      </textarea>
    </Labelled>
  );
}

export function SelectField(
  props: FieldProps & { options: readonly (readonly [string, string])[] },
) {
  const { value, options } = props;
  const isKnown = options.some(([key]) => key === value);
  const all = isKnown ? options : [...options, [value, value] as const];
  return (
    <Labelled {...props}>
      <select {...describe(props)}>
        {all.map(([key, text]) => (
          <option value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Tick({
  name,
  label,
  value = "yes",
  isOn,
}: {
  name: string;
  label: string;
  value?: string;
  isOn: boolean;
}) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} value={value} checked={isOn} />
      {label}
    </label>
  );
}

/** Lists a form's errors with links to their inputs. `labels` has the fields that the errors name. */
export function ErrorSummary({
  form,
  title,
  label,
}: {
  form: FormView;
  title: string;
  label: (field: string) => string;
}) {
  const { view, errors } = form;
  if (errors.length === 0) return null;
  return (
    <div class="message bad" role="alert" id="error">
      <p>{title}</p>
      <ul>
        {errors.map(({ field, message }) => (
          <li>
            <a href={`#${field}`}>{`${label(field)} ${errorText(message, view.texts.editor)}`}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ItemButtonsProps {
  view: View;
  /** The item's name, such as "Question 2". */
  item: string;
  index: number;
  isLast: boolean;
  hasFocus: boolean;
}

/** Buttons that move or remove an item of a list. */
export function ItemButtons({ view, item, index, isLast, hasFocus }: ItemButtonsProps) {
  const t = view.texts.editor;
  const actions = [...(index > 0 ? ["up" as const] : []), ...(isLast ? [] : ["down" as const])];
  return (
    <div class="actions wide">
      {[...actions, "remove" as const].map((action) => (
        <button
          class="plain"
          name="do"
          value={`${action}.${index}`}
          aria-label={`${t[action]}: ${item}`}
          autofocus={hasFocus && action === "up"}
        >
          {t[action]}
        </button>
      ))}
    </div>
  );
}

/** The languages of candidates' pages, each by its own name. Those beyond the first three can be off. */
export const languageOptions = (): (readonly [string, string])[] =>
  LANGUAGES.map((tag) => {
    const names = new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" });
    const name = names.of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  });

const countryLists = new Map<string, (readonly [string, string])[]>();

/** All countries by name in a language. */
export function listCountries(language: string) {
  const known = countryLists.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const list = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountry)
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, language));
  countryLists.set(language, list);
  return list;
}
