import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { folded } from "../../i18n/folded";
import { addStyles } from "../../ui/browser/add-styles";
import countryList from "../../ui/styles/countryList.generated.json";
import type { Country } from "./country";
import { countryEntries, searchCountries, withFirst, type CountryEntry } from "./country-list";
import type { PhoneTexts } from "./texts";
import type { TypeAhead } from "./use-type-ahead";

interface CountryListboxProps {
  country: Country | undefined;
  /** The candidate's countries, the likeliest first. */
  likely: readonly Country[];
  /** A BCP 47 tag. */
  language: string;
  /** Dial codes by country. */
  dialCodes: Partial<Record<string, string>>;
  /** Holds the keys that were typed on the button before the list came. */
  typeAhead: TypeAhead;
  /** Escape was pressed. */
  onLeave: () => void;
  onChoose: (country: Country) => void;
  texts: PhoneTexts;
}

/** How many options Page Up and Page Down move by. */
const PAGE = 10;

/**
 * All countries, the likely ones first. The candidate walks through them with the arrow keys, types
 * the beginning of a name, or types into the search field. It is fetched when it is opened, so it imports
 * nothing of this folder that the field has already.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern and Combobox Pattern.
 */
export function CountryListbox(props: CountryListboxProps) {
  const { country, likely, language, dialCodes, typeAhead, onChoose, onLeave, texts } = props;
  useState(() => addStyles(countryList));
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const entries = useMemo(
    () => withFirst(countryEntries(dialCodes, language), likely),
    [dialCodes, language, likely],
  );
  const found = useMemo(() => searchCountries(entries, query), [entries, query]);
  const [early] = useState(() => typeAhead.add(""));
  const [active, setActive] = useState(() => {
    const chosen = entries.findIndex(({ code }) => code === country);
    return placeOf(entries, early.trim(), chosen) ?? Math.max(0, chosen);
  });

  const lookFor = (key: string) => {
    const place = placeOf(found, typeAhead.add(key), active);
    if (place !== undefined) setActive(place);
  };

  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    // The parent is the list with its search field.
    list.current?.parentElement?.scrollIntoView({ block: "nearest" });
    if (!early.endsWith("\n")) return;
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
    // While React runs effects, the field cannot draw the country's dial code.
    queueMicrotask(() => list.current?.dispatchEvent(enter));
  }, [early]);
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
      // In the search field, Home and End move the caret.
      ...(isSearching ? {} : { Home: 0, End: last }),
    };
    const move = moves[event.key];
    // A space chooses, unless it belongs to a name that is being typed.
    const isName =
      !isSearching && (typeAhead.isTyped(event) || (event.key === " " && typeAhead.typed() !== ""));
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

/**
 * The place of the country that was typed; undefined if there is none. The same letter typed again
 * leads to the next country that begins with it.
 */
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

/** Scrolls the list, and not the page, until one of its options is in view. */
function reveal(list: HTMLElement, option: HTMLElement): void {
  const { offsetTop, offsetHeight } = option;
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
  const bottom = offsetTop + offsetHeight - list.clientHeight;
  if (bottom > list.scrollTop) list.scrollTop = bottom;
}
