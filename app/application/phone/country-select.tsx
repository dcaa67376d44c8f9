import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import type { Messages } from "../../i18n/messages";
import {
  countryEntries,
  isTyped,
  searchCountries,
  typedAhead,
  type TypeAhead,
} from "./country-list";
import { countryName } from "./country";
import { dialCodeOf, type Country } from "./numbering";

export type PhoneTexts = Record<Extract<keyof Messages, "error.phone" | `phone.${string}`>, string>;

interface CountrySelectProps {
  /** Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The candidate's countries, the likeliest first. */
  likely: readonly Country[];
  /** A BCP 47 tag. */
  language: string;
  /** Whether the number below begins with the dial code: then only screen readers get it here. */
  hasNumber: boolean;
  onChoose: (country: Country) => void;
  texts: PhoneTexts;
}

/**
 * A button that names the country and its dial code, and opens a list of all countries.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown).
 */
export function CountrySelect(props: CountrySelectProps) {
  const { country, language, hasNumber, onChoose, texts } = props;
  /** The key that opened the list, or an empty text; undefined while it is closed. */
  const [opening, setOpening] = useState<TypeAhead>();
  const isOpen = opening !== undefined;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The country was clicked while it was plain text, which still has the focus. */
  const [isAwaited] = useState(() => document.activeElement?.id === "phone-country");
  useEffect(() => {
    if (!isAwaited) return;
    button.current?.focus();
    button.current?.click();
  }, [isAwaited]);

  const close = () => setOpening(undefined);

  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    for (const touch of ["pointerdown", "focusin"]) {
      const closeOutside = ({ target }: Event) => {
        if (target instanceof Node && !root.current?.contains(target)) setOpening(undefined);
      };
      document.addEventListener(touch, closeOutside, { signal: end.signal });
    }
    return () => end.abort();
  }, [isOpen]);

  return (
    <div className="phone-country-select" ref={root}>
      <button
        ref={button}
        type="button"
        className="phone-country"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpening(NOTHING_TYPED))}
        onKeyDown={(event) => {
          if (isOpen && event.key === "Escape") close();
          else if (isOpen) return;
          else if (isTyped(event)) setOpening({ text: event.key, at: Date.now() });
          else if (/^Arrow(Up|Down)$/.test(event.key)) setOpening(NOTHING_TYPED);
          else return;
          event.preventDefault();
        }}
      >
        <span className="visually-hidden">{texts["phone.country"]}: </span>
        {country ? (
          <>
            <span className="phone-code" aria-hidden="true">
              {country}
            </span>
            <span className="phone-country-name">{countryName(country, language)}</span>
            <span
              className={hasNumber ? "visually-hidden" : "phone-dial-code"}
            >{`+${dialCodeOf(country)}`}</span>
          </>
        ) : (
          <span className="phone-country-name">{texts["phone.country_unknown"]}</span>
        )}
      </button>
      {isOpen && (
        <CountryListbox
          {...props}
          typed={opening}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
          onLeave={() => {
            close();
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

const NOTHING_TYPED: TypeAhead = { text: "", at: 0 };

interface CountryListboxProps extends CountrySelectProps {
  /** The key that opened the list, or an empty text. */
  typed: TypeAhead;
  /** Escape was pressed. */
  onLeave: () => void;
}

/** How many options Page Up and Page Down move by. */
const PAGE = 10;

/**
 * All countries, the likely ones first. The candidate walks through them with the arrow keys, types
 * the beginning of a name, or types into the search field.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern and Combobox Pattern.
 */
function CountryListbox({
  country,
  likely,
  language,
  typed,
  onChoose,
  onLeave,
  texts,
}: CountryListboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const entries = useMemo(() => countryEntries(language, likely), [language, likely]);
  const found = useMemo(() => searchCountries(entries, query), [entries, query]);
  const placeOf = (code: Country | undefined) => found.findIndex((entry) => entry.code === code);
  const typeAhead = useRef(typed);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      placeOf(typed.text === "" ? country : searchCountries(entries, typed.text)[0]?.code),
    ),
  );

  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    // The parent is the list with its search field.
    list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, []);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, found]);

  const choose = (place: number) => {
    const entry = found[place];
    if (entry) onChoose(entry.code);
  };

  const move = (event: KeyboardEvent, places: Partial<Record<string, number>>) => {
    const place = places[event.key];
    if (place !== undefined) setActive(Math.max(0, Math.min(place, found.length - 1)));
    else if (event.key === "Enter") choose(active);
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
  };
  const steps = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
  };

  const pressList = (event: KeyboardEvent) => {
    const { text, at } = typedAhead(typeAhead.current, event.key, Date.now());
    // A space chooses, unless it belongs to a name that is being typed.
    const isSpace = event.key === " ";
    if (isTyped(event) || (isSpace && text !== " ")) {
      typeAhead.current = { text, at };
      const place = placeOf(searchCountries(found, text)[0]?.code);
      if (place !== -1) setActive(place);
    } else if (isSpace) {
      choose(active);
    } else {
      move(event, { ...steps, Home: 0, End: found.length - 1 });
      return;
    }
    event.preventDefault();
  };

  const activeId = found[active] && `${id}-${found[active].code}`;
  return (
    <div className="phone-countries">
      <input
        type="search"
        className="phone-country-search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        aria-label={texts["phone.country_search"]}
        placeholder={texts["phone.country_search"]}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        // Home and End move the caret.
        onKeyDown={(event) => move(event, steps)}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={texts["phone.country"]}
        aria-activedescendant={activeId}
        onKeyDown={pressList}
        onClick={({ target }) => {
          const option = target instanceof Element && target.closest("[data-place]");
          if (option instanceof HTMLElement) choose(Number(option.dataset.place));
        }}
      >
        {found.map(({ code, name, dialCode }, place) => (
          <div
            key={code}
            id={`${id}-${code}`}
            role="option"
            aria-selected={place === active}
            className="phone-country-option"
            data-place={place}
          >
            <span className="phone-code" aria-hidden="true">
              {code}
            </span>
            <span className="phone-country-name">{name}</span>
            <span className="phone-dial-code">{`+${dialCode}`}</span>
          </div>
        ))}
      </div>
      <p className="phone-country-none" role="status">
        {found.length === 0 && texts["phone.country_none"]}
      </p>
    </div>
  );
}
