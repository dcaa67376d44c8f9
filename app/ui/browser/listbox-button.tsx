import { useEffect, useRef, useState } from "react";
import type { ComponentType, KeyboardEvent, ReactNode } from "react";
import { type OpenListbox } from "./listbox";
import { isCharacterKey } from "./type-ahead";

interface ListboxButtonProps<Props> {
  className: string;
  /** The button's content. */
  children: ReactNode;
  /** Loads the list when the button is focused. The list stays closed if loading fails (undefined). */
  load: () => Promise<ComponentType<Props & OpenListbox> | undefined>;
  list: Props;
  /** Whether to open the list immediately. */
  isOpen: boolean;
}

/**
 * A button that loads and opens a listbox on demand.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown).
 */
export function ListboxButton<Props>(props: ListboxButtonProps<Props>) {
  const { load, isOpen } = props;
  /** Keys typed while the list was opening; undefined while the list is closed. */
  const [typed, setTyped] = useState<string>();
  const [List, setList] = useState<ComponentType<Props & OpenListbox>>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = () => setTyped(undefined);
  async function open(keys = ""): Promise<void> {
    setTyped(keys);
    const loaded = await load();
    if (!loaded || hasMovedOn(root.current)) close();
    else setList(() => loaded);
  }
  useEffect(() => {
    if (!isOpen) return;
    button.current?.focus();
    button.current?.click();
  }, [isOpen]);

  return (
    <div className={`${props.className}-select`} ref={root}>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-haspopup="listbox"
        aria-expanded={typed !== undefined && List !== undefined}
        // Some browsers don't retry a module that failed to load while offline.
        onFocus={() => navigator.onLine && void load()}
        onClick={() => {
          if (typed === undefined) void open();
          else if (List) close();
        }}
        onKeyDown={(event) => {
          const keys = openingKeys(event, typed);
          if (typed !== undefined && event.key === "Escape") close();
          else if (keys !== undefined) void open(keys);
          else return;
          event.preventDefault();
        }}
      >
        {props.children}
      </button>
      {typed !== undefined && List && (
        <List
          {...props.list}
          root={root}
          typed={typed}
          onClose={(hasFocus) => {
            close();
            if (hasFocus) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Whether the focus is outside the list and its button. */
const hasMovedOn = (root: Element | null): boolean =>
  document.activeElement !== document.body && !root?.contains(document.activeElement);

/** Returns the typed text after a key opens the list, or undefined if the key doesn't open it. */
function openingKeys(event: KeyboardEvent, typed = ""): string | undefined {
  if (isCharacterKey(event)) return typed + event.key;
  return /^Arrow(Up|Down)$/.test(event.key) ? "" : undefined;
}
