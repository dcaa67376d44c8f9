/** @jsxImportSource hono/jsx */
// Components that pages share.
import type { Child } from "hono/jsx";
import { useDesk } from "./view";

interface FormProps {
  action: string;
  hasFiles?: boolean;
  hidden?: Inputs;
  /** The text of the form's only button. */
  submit?: string;
  children?: Child;
}

/** A form with the session's CSRF token. */
export function Form({ action, hasFiles = false, hidden = {}, submit, children }: FormProps) {
  const token = useDesk().person?.formToken ?? "";
  return (
    <form method="post" action={action} enctype={hasFiles ? "multipart/form-data" : undefined}>
      <Hidden {...{ token, ...hidden }} />
      {children}
      {submit !== undefined && (
        <div class="actions">
          <Button text={submit} />
        </div>
      )}
    </form>
  );
}

type Inputs = Record<string, string | readonly string[] | undefined>;

/** Hidden inputs by name. Those that are undefined are left out. */
export const Hidden = (inputs: Inputs) => (
  <>
    {Object.entries(inputs).flatMap(([name, values = []]) =>
      [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
    )}
  </>
);

interface ButtonProps {
  text: string;
  name?: string;
  value?: string;
  kind?: "plain" | "danger" | "plain danger";
  /** Replaces the text for screen readers. */
  label?: string;
  formaction?: string;
  isPressed?: boolean;
  hasFocus?: boolean;
}

export const Button = ({ text, name = "do", value, kind, label, ...props }: ButtonProps) => (
  <button
    {...{ class: kind, name: value === undefined ? undefined : name, value, "aria-label": label }}
    aria-pressed={props.isPressed === undefined ? undefined : `${props.isPressed}`}
    {...{ formaction: props.formaction, autofocus: props.hasFocus }}
  >
    {text}
  </button>
);

interface LinkProps extends Pick<ButtonProps, "text" | "kind" | "label"> {
  href: string;
  isNewTab?: boolean;
}

/** A link that looks like a button. */
export const ButtonLink = ({ text, kind, label, href, isNewTab = false }: LinkProps) => (
  <a class={`button ${kind ?? ""}`.trim()} {...{ href, "aria-label": label, ...newTab(isNewTab) }}>
    {text}
  </a>
);

export const newTab = (isNewTab = true) =>
  isNewTab ? { target: "_blank", rel: "noopener noreferrer" } : {};

export type Link = readonly [href: string, text: string, isNewTab?: boolean];

export const Links = ({ links, between = " · " }: { links: readonly Link[]; between?: string }) => (
  <>
    {links.map(([href, text, isNewTab = false], index) => (
      <>
        {index > 0 && between}
        <a {...{ href, ...newTab(isNewTab) }}>{text}</a>
      </>
    ))}
  </>
);

interface CardProps {
  title?: string;
  id?: string;
  /** Whether its fields are side by side. */
  isGrid?: boolean;
  children: Child;
}

export const Card = ({ title, id, isGrid = false, children }: CardProps) => (
  <section class={isGrid ? "card fields" : "card"} id={id}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
);

export function Details({ title, isOpen, id, children }: CardProps & { isOpen?: boolean }) {
  return (
    <details class="card" id={id} open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

export const Hint = ({ id, children }: { id?: string; children: Child }) => (
  <p class="soft small" id={id}>
    {children}
  </p>
);

interface RowsProps {
  rows: readonly Child[];
  /** The text of a list without rows. */
  none?: string;
  kind?: string;
}

export const Rows = ({ rows, none = "", kind = "" }: RowsProps) =>
  rows.length > 0 || none === "" ? (
    <ul class={`rows ${kind}`.trim()}>{rows}</ul>
  ) : (
    <p class="card">{none}</p>
  );

interface RowProps {
  name: Child;
  href?: string | undefined;
  /** Undefined if the rows have no headings. */
  heading?: "h2" | "h3";
  isBold?: boolean;
  meta?: Child;
  /** Tags and buttons. */
  end?: Child;
  /** A tick box that chooses the row. */
  choice?: Child;
}

/** A row of a list: a name, details, and actions. */
export function Row({ name, href, heading, isBold = true, meta, end, choice }: RowProps) {
  const Name = heading ?? "span";
  return (
    <li>
      {choice}
      <Name class={isBold ? "name" : undefined}>
        {href === undefined ? name : <a href={href}>{name}</a>}
      </Name>
      {meta !== undefined && <p class="meta">{meta}</p>}
      {end !== undefined && <div class="end">{end}</div>}
    </li>
  );
}

interface PagerProps {
  newer: string | false;
  older: string | false;
  texts: readonly [newer: string, older: string];
  children?: Child;
}

export function Pager({ newer, older, texts: [before, after], children }: PagerProps) {
  const { texts } = useDesk();
  if (newer === false && older === false) return null;
  return (
    <nav class="pagination" aria-label={texts.pages}>
      {newer !== false && (
        <a class="button plain" rel="prev" href={newer}>
          {before}
        </a>
      )}
      {children}
      {older !== false && (
        <a class="button plain" rel="next" href={older}>
          {after}
        </a>
      )}
    </nav>
  );
}

interface NumberedProps {
  page: number;
  pages: number;
  href: (page: number) => string;
}

export function NumberedPager({ page, pages, href }: NumberedProps) {
  const { texts } = useDesk();
  return (
    <Pager
      newer={page > 1 && pages > 1 && href(page - 1)}
      older={page < pages && href(page + 1)}
      texts={[texts.newer, texts.older]}
    >
      <span>{texts.page(page, pages)}</span>
    </Pager>
  );
}

interface SearchProps {
  name: string;
  label: string;
  value: string;
  children?: Child;
}

/** The contents of a form that searches a list. */
export const Search = ({ name, label, value, children }: SearchProps) => (
  <>
    <label class="above" for={name}>
      {label}
    </label>
    <div class="actions">
      <input type="search" {...{ id: name, name, value }} maxlength={200} autocomplete="off" />
      {children}
      <Button text={useDesk().texts.search} kind="plain" />
    </div>
  </>
);

interface TabsProps {
  label: string;
  options: readonly (readonly [key: string, text: string, count?: number | undefined])[];
  current: string;
  href: (key: string) => string;
}

export const Tabs = ({ label, options, current, href }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {options.map(([key, text, count]) => (
      <a href={href(key)} aria-current={key === current ? "page" : undefined}>
        {text}
        {count !== undefined && <span class="count">{` ${count}`}</span>}
      </a>
    ))}
  </nav>
);

export const Tag = ({ text, kind }: { text: string; kind?: string | undefined }) => (
  <span class={kind === undefined ? "tag" : `tag tag-${kind}`}>{text}</span>
);

export const Fact = ({ label, children }: { label: string; children: Child }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export function Message({ text, isBad = false }: { text: string | undefined; isBad?: boolean }) {
  if (text === undefined) return null;
  const bad = { class: "message bad", role: "alert", id: "error" };
  return <p {...(isBad ? bad : { class: "message", role: "status" })}>{text}</p>;
}
