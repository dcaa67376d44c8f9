/** @jsxImportSource hono/jsx */
import { createContext, useContext, type Child } from "hono/jsx";
import { isCountry } from "~/contract/countries";
import { LANGUAGES } from "~/contract/languages";
import { errorText } from "../editor-texts";
import type { EntryError } from "../forms/form";
import { Button, Hint } from "./parts";
import { useDesk } from "./view";

interface FieldsProps {
  errors: readonly EntryError[];
  /** Labels and values by field name, for fields without their own. */
  labels?: Record<string, string>;
  values?: Record<string, string>;
}

const Fields = createContext<FieldsProps>({ errors: [] });

/** Provides the errors, labels and values that a form's fields share. */
export const FieldSet = ({ children, ...props }: FieldsProps & { children: Child }) => (
  <Fields.Provider value={props}>{children}</Fields.Provider>
);

/** Returns whether any of the fields has an error. */
export function useHasError(...names: string[]): boolean {
  return useContext(Fields).errors.some(({ field }) => names.includes(field));
}

interface LabelledProps {
  /** The input's id and name. */
  name: string;
  label?: string;
  hint?: string | undefined;
}

function useField({ name, label, hint }: LabelledProps) {
  const { errors, labels, values } = useContext(Fields);
  const { editor } = useDesk().texts;
  const message = errors.find(({ field }) => field === name)?.message;
  const error = message === undefined ? undefined : errorText(message, editor);
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  const input = {
    ...{ id: name, name, "aria-describedby": ids || undefined },
    "aria-invalid": error === undefined ? undefined : ("true" as const),
  };
  return { label: label ?? labels?.[name] ?? name, error, input, shared: values?.[name] ?? "" };
}

/** A label with its hint and error. */
function Labelled({ children, ...props }: LabelledProps & { children: Child }) {
  const { name, hint } = props;
  const { label, error } = useField(props);
  return (
    <div class="field">
      <label class="above" for={name}>
        {label}
      </label>
      {hint && <Hint id={`${name}-hint`}>{hint}</Hint>}
      {error !== undefined && (
        <p class="field-error" id={`${name}-error`}>
          {`${label} ${error}`}
        </p>
      )}
      {children}
    </div>
  );
}

type Options = readonly (readonly [value: string, text: string])[];

interface FieldProps extends LabelledProps {
  value?: string | undefined;
  type?: "text" | "date" | "color" | "url" | "email";
  isNumeric?: boolean;
  /** The rows of a text area. */
  rows?: number;
  /** The options of a select element. A value that is not among them is added. */
  options?: Options;
}

export function Field(props: FieldProps) {
  const { type = "text", isNumeric = false, rows, options } = props;
  const { input, shared } = useField(props);
  const value = props.value ?? shared;
  const inputmode = isNumeric ? "decimal" : undefined;
  const isKnown = options?.some(([key]) => key === value);
  const all = options && isKnown === false ? [...options, [value, value] as const] : options;
  return (
    <Labelled {...props}>
      {all ? (
        <select {...input}>
          {all.map(([key, text]) => (
            <option value={key} selected={key === value}>
              {text}
            </option>
          ))}
        </select>
      ) : rows === undefined ? (
        <input {...input} {...{ type, value, inputmode, autocomplete: "off" }} />
      ) : (
        // Browsers drop the first line break.
        <textarea {...input} rows={rows}>
          {`\n${value}`}
        </textarea>
      )}
    </Labelled>
  );
}

export function FileField(props: LabelledProps & { children?: Child }) {
  const { input } = useField(props);
  return (
    <Labelled {...props}>
      {props.children}
      <input {...input} type="file" accept="image/png,image/jpeg,image/webp" />
    </Labelled>
  );
}

interface TickProps {
  name: string;
  label: string;
  value?: string;
  isOn?: boolean;
}

export const Tick = ({ name, label, value = "yes", isOn = false }: TickProps) => (
  <label class="tick">
    <input type="checkbox" name={name} value={value} checked={isOn} />
    {label}
  </label>
);

type Labeller = (field: string) => string;

export function ErrorSummary({ title, label }: { title: string; label: Labeller }) {
  const { errors } = useContext(Fields);
  const { editor } = useDesk().texts;
  if (errors.length === 0) return null;
  return (
    <div class="message bad" role="alert" id="error">
      <p>{title}</p>
      <ul>
        {errors.map(({ field, message }) => (
          <li>
            <a href={`#${field}`}>{`${label(field)} ${errorText(message, editor)}`}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface Place {
  index: number;
  isLast: boolean;
  hasFocus: boolean;
}

/** Buttons that move or remove an item of a list. @param item its name, such as "Question 2" */
export function ItemButtons({ item, index, isLast, hasFocus }: Place & { item: string }) {
  const { editor } = useDesk().texts;
  const actions = [index > 0 && "up", !isLast && "down", "remove"] as const;
  return (
    <div class="actions wide">
      {actions.map(
        (action) =>
          action && (
            <Button
              {...{ text: editor[action], value: `${action}.${index}`, kind: "plain" }}
              label={`${editor[action]}: ${item}`}
              hasFocus={hasFocus && action === "up"}
            />
          ),
      )}
    </div>
  );
}

/** The languages of candidates' pages, each named in that language. All but the first three can be off. */
export const languageOptions = (): Options =>
  LANGUAGES.map((tag) => {
    const names = new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" });
    const name = names.of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  });

const countryLists = new Map<string, Options>();

export function listCountries(language: string): Options {
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
