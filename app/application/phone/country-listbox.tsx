import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Messages } from "../../i18n/messages";
import { addStyles } from "../../ui/browser/add-styles";
import countryList from "../../ui/styles/countryList.generated.json";
import { countryEntries, findTyped, likelyCountries, searchCountries } from "./country-list";
import type { Country } from "./numbering";
import { isCharacterKey, addKey, type TypeAhead } from "./type-ahead";

export type PhoneTexts = Record<
  Extract<keyof Messages, "error.phone" | "error.phone_one" | `phone.${string}`>,
  string
>;

export interface CountryChoice {
  /** The number's country. Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  onChoose: (country: Country) => void;
  texts: PhoneTexts;
}

interface CountryListboxProps extends CountryChoice {
  /** Keys typed while the list was opening. */
  typed: TypeAhead;
  onClose: () => void;
  onEscape: () => void;
}

const PAGE = 10;

/**
 * A list of all countries, with likely countries first. Candidates can use the arrow keys, type the beginning of a
 * name, or use the search field.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern and Combobox Pattern.
 */
export function CountryListbox(props: CountryListboxProps) {
  const { country, home, language, onChoose, onClose, onEscape, texts } = props;
  useState(() => addStyles(countryList));
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef(props.typed);
  const [query, setQuery] = useState("");
  const [entries] = useState(() =>
    countryEntries(language, likelyCountries(home, navigator.languages, language)),
  );
  const found = useMemo(() => searchCountries(entries, query), [entries, query]);
  const [active, setActive] = useState(() => {
    const { text } = props.typed;
    const place = entries.findIndex(({ code }) => code === country);
    return Math.max(0, text === "" ? place : findTyped(entries, text, place));
  });

  useEffect(() => {
    const root = list.current?.closest(".phone-country-select");
    const end = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root?.contains(target)) onClose();
    };
    for (const touch of ["pointerdown", "focusin"]) {
      document.addEventListener(touch, closeOutside, { signal: end.signal });
    }
    return () => end.abort();
  }, [onClose]);
  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    // The parent includes the search field.
    list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, []);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, found]);

  function choose(place: number): void {
    const entry = found[place];
    if (entry) onChoose(entry.code);
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    const isList = event.target === list.current;
    const last = found.length - 1;
    const next = addKey(typed.current, key, Date.now());
    // Space chooses a country, unless it's part of a typed name. In the search field, Home and End move the caret.
    const isTyped = isList && (isCharacterKey(event) || (key === " " && next.text !== " "));
    const places: Partial<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      ...(isList && { Home: 0, End: last }),
    };
    const place = isTyped ? findTyped(found, next.text, active) : places[key];
    if (isTyped) typed.current = next;
    if (place !== undefined) setActive(Math.max(0, Math.min(place, last)));
    else if (key === "Enter" || (key === " " && isList)) choose(active);
    else if (key === "Escape") onEscape();
    else return;
    event.preventDefault();
  }

  const activeId = found[active] && `${id}-${found[active].code}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the search field and the list
    <div className="phone-countries" onKeyDown={press}>
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
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the parent handles keys */}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={texts["phone.country"]}
        aria-activedescendant={activeId}
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
