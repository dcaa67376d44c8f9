import { useEffect, useRef, useState } from "react";
import type { Messages } from "../../i18n/messages";
import { isCharacterKey } from "../../ui/browser/type-ahead";
import { countryName } from "./country";
import type { CountryListbox } from "./country-listbox";
import { countryDialCode, type Country } from "./numbering";

export interface CountryChoice {
  /** The number's country. Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  onChoose: (country: Country) => void;
  texts: Record<Extract<keyof Messages, `phone.${string}`>, string>;
}

interface CountrySelectProps extends CountryChoice {
  /** Whether the number field shows the dial code. The button then shows it only to screen readers. */
  hasNumber: boolean;
}

/** Loads the country list. If loading fails, the candidate can still type a plus and the dial code. */
const loadList = () => import("./country-listbox").catch(() => undefined);

/**
 * A button that shows the country and its dial code, and opens the country list.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown).
 */
export function CountrySelect(props: CountrySelectProps) {
  const { country, language, hasNumber, texts } = props;
  /** Keys typed while the list was opening; undefined while the list is closed. */
  const [typed, setTyped] = useState<string>();
  const [List, setList] = useState<typeof CountryListbox>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether the plain form's country was clicked before this button existed, and still has focus. */
  const [wasClickedEarly] = useState(() => document.activeElement?.id === "phone-country");

  const close = () => setTyped(undefined);
  async function open(keys = ""): Promise<void> {
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
          if (typed === undefined) void open();
          else if (List) close();
        }}
        onKeyDown={(event) => {
          const { key } = event;
          if (typed !== undefined && key === "Escape") close();
          else if (isCharacterKey(event)) void open((typed ?? "") + key);
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
      {typed !== undefined && List && (
        <List
          {...props}
          root={root}
          typed={typed}
          onChoose={(chosen) => {
            close();
            props.onChoose(chosen);
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
