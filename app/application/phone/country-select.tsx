import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { folded } from "../../i18n/folded";
import { dialCodeOf, type Country } from "./country";
import {
  countryEntries,
  countryName,
  likelyCountries,
  searchCountries,
  withFirst,
  type CountryEntry,
} from "./country-list";
import type { PhoneTexts } from "./texts";
import { useTypeAhead, type TypeAhead } from "./use-type-ahead";

interface CountrySelectProps {
  /** Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  onChoose: (country: Country) => void;
  texts: PhoneTexts;
}

/**
 * A button that names the country and its dial code, and opens a list of all of them: to be walked
 * with the arrow keys, found by typing, or searched in its field.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown) and Combobox Pattern.
 */
export function CountrySelect({ country, home, language, onChoose, texts }: CountrySelectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typeAhead = useTypeAhead();

  const open = (key = "") => {
    typeAhead.reset();
    if (key !== "") typeAhead.add(key);
    setIsOpen(true);
  };

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);

  return (
    <div className="phone-country-select" ref={root}>
      <button
        ref={button}
        type="button"
        className="phone-country"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setIsOpen(false) : open())}
        onKeyDown={(event) => {
          if (isOpen || !(isTyped(event) || /^Arrow(Up|Down)$/.test(event.key))) return;
          event.preventDefault();
          open(isTyped(event) ? event.key : "");
        }}
      >
        <span className="visually-hidden">{texts["phone.country"]}: </span>
        {country ? (
          <>
            <span className="phone-code" aria-hidden="true">
              {country}
            </span>
            <span className="phone-country-name">{countryName(country, language)}</span>
            <span className="phone-dial-code">{`+${dialCodeOf(country)}`}</span>
          </>
        ) : (
          <span className="phone-country-name">{texts["phone.country_unknown"]}</span>
        )}
      </button>
      {isOpen && (
        <CountryList
          country={country}
          home={home}
          language={language}
          typeAhead={typeAhead}
          onChoose={(chosen) => {
            setIsOpen(false);
            onChoose(chosen);
          }}
          onLeave={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
          texts={texts}
        />
      )}
    </div>
  );
}

interface CountryListProps extends CountrySelectProps {
  /** Has what was typed to open it. */
  typeAhead: TypeAhead;
  onLeave: () => void;
}

/** Options that Page Up and Page Down pass. */
const PAGE = 10;

function CountryList(props: CountryListProps) {
  const { country, home, language, typeAhead, onChoose, onLeave, texts } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const entries = useMemo(
    () => withFirst(countryEntries(language), likelyCountries(home, navigator.languages, language)),
    [home, language],
  );
  const found = useMemo(() => searchCountries(entries, query), [entries, query]);
  const [active, setActive] = useState(() => {
    const chosen = entries.findIndex(({ code }) => code === country);
    return placeOf(entries, typeAhead.typed(), chosen) ?? Math.max(0, chosen);
  });

  const lookFor = (key: string) => {
    const place = placeOf(found, typeAhead.add(key), active);
    if (place !== undefined) setActive(place);
  };

  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    // The whole of it, its search field too.
    list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, []);
  useLayoutEffect(() => {
    const option = list.current?.children[active];
    if (list.current && option instanceof HTMLElement) reveal(list.current, option);
  }, [active, found]);

  const press = (event: KeyboardEvent, isSearching: boolean) => {
    const last = found.length - 1;
    const moves: Partial<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      // In a text these are the text's own.
      ...(isSearching ? {} : { Home: 0, End: last }),
    };
    const move = moves[event.key];
    // A space in the middle of a name is a part of it.
    const isName =
      !isSearching && (isTyped(event) || (event.key === " " && typeAhead.typed() !== ""));
    const isChosen = event.key === "Enter" || (event.key === " " && !isSearching);
    if (move !== undefined) setActive(Math.max(0, Math.min(move, last)));
    else if (isName) lookFor(event.key);
    else if (isChosen) choose(active);
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const choose = (place: number) => {
    const entry = found[place];
    if (entry) onChoose(entry.code);
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
        onKeyDown={(event) => press(event, true)}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={texts["phone.country"]}
        aria-activedescendant={activeId}
        onKeyDown={(event) => press(event, false)}
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

/** Where what was typed leads; the same letter again leads to the next country that begins with it. */
function placeOf(entries: CountryEntry[], typed: string, active: number): number | undefined {
  const [letter, ...more] = typed;
  if (letter === undefined) return undefined;
  if (/\d/.test(letter) || more.some((other) => other !== letter)) {
    const [best] = searchCountries(entries, typed);
    return best && entries.indexOf(best);
  }
  const isFound = ({ name }: CountryEntry) => folded(name).startsWith(folded(letter));
  const next = entries.findIndex((entry, place) => place > active && isFound(entry));
  const first = entries.findIndex(isFound);
  return [next, first].find((place) => place !== -1);
}

/** Scrolls a list, and nothing else, until an option of it is in view. */
function reveal(list: HTMLElement, option: HTMLElement): void {
  const { offsetTop, offsetHeight } = option;
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
  const bottom = offsetTop + offsetHeight - list.clientHeight;
  if (bottom > list.scrollTop) list.scrollTop = bottom;
}

/** Whether a key types something, and is no command. */
const isTyped = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  event.key !== " " &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey;
