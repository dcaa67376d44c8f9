import { useEffect, useRef, useState } from "react";
import { countryName } from "./country";
import type { CountryChoice, CountryListbox } from "./country-listbox";
import { countryDialCode } from "./numbering";
import { isCharacterKey, addKey, type TypeAhead } from "./type-ahead";

interface CountrySelectProps extends CountryChoice {
  /** Whether the number field shows the dial code. The button then shows it only to screen readers. */
  hasNumber: boolean;
}

const NOTHING_TYPED: TypeAhead = { text: "", at: 0 };

/** Loads the country list. If loading fails, the candidate can still type a plus and the dial code. */
const loadList = () => import("./country-listbox").catch(() => undefined);

/**
 * A button that shows the country and its dial code, and opens the country list.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown).
 */
export function CountrySelect(props: CountrySelectProps) {
  const { country, language, hasNumber, onChoose, texts } = props;
  /** Keys typed while the list was opening; undefined while the list is closed. */
  const [typed, setTyped] = useState<TypeAhead>();
  const [List, setList] = useState<typeof CountryListbox>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether the plain form's country was clicked before this button existed, and still has focus. */
  const [wasClickedEarly] = useState(() => document.activeElement?.id === "phone-country");

  const close = () => setTyped(undefined);
  async function open(keys = NOTHING_TYPED): Promise<void> {
    setTyped(keys);
    const module = await loadList();
    const { activeElement } = document;
    const hasMovedOn = activeElement !== document.body && !root.current?.contains(activeElement);
    if (!module || hasMovedOn) close();
    else setList(() => module.CountryListbox);
  }
  useEffect(() => {
    if (!wasClickedEarly) return;
    button.current?.focus();
    button.current?.click();
  }, [wasClickedEarly]);

  return (
    <div className="phone-country-select" ref={root}>
      <button
        ref={button}
        type="button"
        className="phone-country"
        aria-haspopup="listbox"
        aria-expanded={typed !== undefined && List !== undefined}
        // Some browsers don't retry a module that failed to load while offline.
        onFocus={() => navigator.onLine && void loadList()}
        onClick={() => {
          if (!typed) void open();
          else if (List) close();
        }}
        onKeyDown={(event) => {
          const { key } = event;
          if (typed && key === "Escape") close();
          else if (isCharacterKey(event))
            void open(addKey(typed ?? NOTHING_TYPED, key, Date.now()));
          else if (/^Arrow(Up|Down)$/.test(key)) void open();
          else return;
          event.preventDefault();
        }}
      >
        <span className="visually-hidden">{texts["phone.country"]}: </span>
        {country && (
          <span className="phone-code" aria-hidden="true">
            {country}
          </span>
        )}
        <span className="phone-country-name">
          {country ? countryName(country, language) : texts["phone.country_unknown"]}
        </span>
        {country && (
          <span className={hasNumber ? "visually-hidden" : "phone-dial-code"}>
            {`+${countryDialCode(country)}`}
          </span>
        )}
      </button>
      {typed && List && (
        <List
          {...props}
          typed={typed}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
          onClose={close}
          onEscape={() => {
            close();
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
