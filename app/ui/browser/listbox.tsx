import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { InputHTMLAttributes, KeyboardEvent, ReactNode, RefObject } from "react";
import listbox from "../styles/listbox.generated.json";
import { addStyles } from "./add-styles";
import { addKey, isCharacterKey } from "./type-ahead";

/** The props that the list's button passes to the list. */
export interface OpenListbox {
  /** Keys typed while the list was opening. */
  typed: string;
  /** The list and its button. A touch or focus outside closes the list. */
  root: RefObject<HTMLElement>;
  /** @param hasFocus whether to focus the button */
  onClose: (hasFocus?: boolean) => void;
}

interface ListboxProps<Option> extends OpenListbox {
  options: Option[];
  /** The index of the selected option, or -1. */
  selected: number;
  /** Returns the options that match a query, best match first. */
  search: (options: Option[], query: string) => Option[];
  /** Returns the index of the option that typed keys select. */
  findTyped: (options: Option[], typed: string, active: number) => number;
  children: (option: Option) => ReactNode;
  labels: { list: string; search: string; none: string };
  onChoose: (option: Option) => void;
}

const PAGE = 10;

/**
 * A listbox with a search field. The list gets the focus, so no on-screen keyboard covers it. Users can press the
 * arrow keys, type the beginning of a name, or search.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern and Combobox Pattern.
 */
export function Listbox<Option extends { code: string }>(props: ListboxProps<Option>) {
  const { options, selected, search, findTyped, labels, root, onChoose, onClose } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const typedRef = useTypeAhead(props.typed);
  const [query, setQuery] = useState("");
  const found = useMemo(() => search(options, query), [search, options, query]);
  const [active, setActive] = useState(() =>
    Math.max(0, findTyped(options, props.typed, selected)),
  );
  useCloseOutside(root, onClose);
  useVisibleOption(list, active, found);

  function choose(index: number): void {
    const option = found[index];
    if (!option) return;
    onClose();
    onChoose(option);
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    const isList = event.target === list.current;
    const last = found.length - 1;
    const next = addKey(typedRef.current, key, Date.now());
    // Space chooses an option, unless it's part of a typed name.
    const isTyped = isList && (isCharacterKey(event) || (key === " " && next.text !== " "));
    const index = isTyped
      ? findTyped(found, next.text, active)
      : indexForKey(key, active, isList ? last : undefined);
    if (isTyped) typedRef.current = next;
    if (index !== undefined) setActive(Math.max(0, Math.min(index, last)));
    else if (key === "Enter" || (key === " " && isList)) choose(active);
    else if (key === "Escape") onClose(true);
    else return;
    event.preventDefault();
  }

  const activeId = found[active] && `${id}-${found[active].code}`;
  const field = { list: id, label: labels.search, "aria-activedescendant": activeId, value: query };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the search field and the list
    <div className="listbox" onKeyDown={press}>
      <SearchField
        {...field}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      <Options {...{ list, id, found, active, activeId, choose }} label={labels.list}>
        {props.children}
      </Options>
      <p className="listbox-none" role="status">
        {found.length === 0 && labels.none}
      </p>
    </div>
  );
}

interface OptionsProps<Option> extends Pick<ListboxProps<Option>, "children"> {
  list: RefObject<HTMLDivElement>;
  id: string;
  label: string;
  found: Option[];
  active: number;
  activeId: string | undefined;
  choose: (index: number) => void;
}

function Options<Option extends { code: string }>(props: OptionsProps<Option>) {
  const { list, id, label, found, active, activeId, choose, children } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the parent handles keys
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeId}
      onClick={({ target }) => {
        const option = target instanceof Element && target.closest("[data-place]");
        if (option instanceof HTMLElement) choose(Number(option.dataset.place));
      }}
    >
      {found.map((option, index) => (
        <div
          key={option.code}
          id={`${id}-${option.code}`}
          role="option"
          aria-selected={index === active}
          className="listbox-option"
          data-place={index}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

type SearchFieldProps = InputHTMLAttributes<HTMLInputElement> & { list: string; label: string };

const SearchField = ({ list, label, ...props }: SearchFieldProps) => (
  <input
    type="search"
    className="listbox-search"
    role="combobox"
    aria-expanded="true"
    aria-controls={list}
    aria-autocomplete="list"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    spellCheck={false}
    {...props}
  />
);

/** Closes the list on a touch or focus outside it. */
function useCloseOutside(root: RefObject<HTMLElement>, onClose: () => void): void {
  useEffect(() => {
    const controller = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) onClose();
    };
    for (const touch of ["pointerdown", "focusin"]) {
      document.addEventListener(touch, closeOutside, { signal: controller.signal });
    }
    return () => controller.abort();
  }, [root, onClose]);
}

function useTypeAhead(text: string) {
  const [at] = useState(() => Date.now());
  return useRef({ text, at });
}

/** Styles and focuses the list, and keeps the list and its active option in view. */
function useVisibleOption(list: RefObject<HTMLElement>, active: number, found: unknown): void {
  useState(() => addStyles(listbox));
  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    // The parent includes the search field.
    list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [list]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [list, active, found]);
}

/** Returns the index that a key moves to. @param last the last index; undefined in the search field */
function indexForKey(key: string, active: number, last: number | undefined): number | undefined {
  const indexes: Partial<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    // In the search field, these keys move the caret.
    ...(last !== undefined && { Home: 0, End: last }),
  };
  return indexes[key];
}
