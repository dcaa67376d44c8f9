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
import { addStyles } from "../../ui/browser/add-styles";
import countryList from "../../ui/styles/countryList.generated.json";
import { countryEntries, likelyCountries, searchCountries } from "./country-list";
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
export function CountryListbox({
  country,
  home,
  language,
  typed,
  onChoose,
  onClose,
  onEscape,
  texts,
}: CountryListboxProps) {
  useState(() => addStyles(countryList));
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [entries] = useState(() =>
    countryEntries(language, likelyCountries(home, navigator.languages, language)),
  );
  const found = useMemo(() => searchCountries(entries, query), [entries, query]);
  const findIndex = (code: Country | undefined) => found.findIndex((entry) => entry.code === code);
  const typeAhead = useRef(typed);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      findIndex(typed.text === "" ? country : searchCountries(entries, typed.text)[0]?.code),
    ),
  );

  useEffect(() => {
    const root = list.current?.closest(".phone-country-select");
    const end = new AbortController();
    for (const touch of ["pointerdown", "focusin"]) {
      const closeOutside = ({ target }: Event) => {
        if (target instanceof Node && !root?.contains(target)) onClose();
      };
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

  const choose = (place: number) => {
    const entry = found[place];
    if (entry) onChoose(entry.code);
  };

  const move = (event: KeyboardEvent, places: Partial<Record<string, number>>) => {
    const place = places[event.key];
    if (place !== undefined) setActive(Math.max(0, Math.min(place, found.length - 1)));
    else if (event.key === "Enter") choose(active);
    else if (event.key === "Escape") onEscape();
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
    const { text, at } = addKey(typeAhead.current, event.key, Date.now());
    // Space chooses a country, unless it's part of a typed name.
    const isSpace = event.key === " ";
    if (isCharacterKey(event) || (isSpace && text !== " ")) {
      typeAhead.current = { text, at };
      const place = findIndex(searchCountries(found, text)[0]?.code);
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
        // In the search field, Home and End move the caret.
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
