type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether a key types a character other than a space, and is not a shortcut. */
export const isCharacterKey = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

/** After a pause of this many ms, the next key begins a new search (specification, section 9). */
export const TYPE_AHEAD_MS = 1000;

/** The typed keys, and the time of the last key in ms. */
export interface TypeAhead {
  text: string;
  at: number;
}

export const addKey = ({ text, at }: TypeAhead, key: string, now: number): TypeAhead => ({
  text: now - at < TYPE_AHEAD_MS ? text + key : key,
  at: now,
});
