// Values of CSS properties.

export const INHERITS = /^(?:inherit|unset)$/;
export const REVERTS = /^revert(?:-layer)?$/;

/** Whether an inherited property has the parent's value. */
export const isInherited = (value: string) => INHERITS.test(value) || REVERTS.test(value);

/** Splits a value at its spaces, except around commas and slashes and inside brackets. */
export const splitValue = (value: string): string[] =>
  value.replace(/ ?([(),/]) ?/g, "$1").match(/[^ (]+(?:\([^)]*\)?)?|\([^)]*\)?/g) ?? [];

interface Length {
  number: number;
  unit: string;
}

export function parseLength(value: string | undefined): Length | undefined {
  const found = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/.exec(value ?? "");
  return found ? { number: Number(found[1]), unit: found[2] ?? "" } : undefined;
}
