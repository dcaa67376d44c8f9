/**
 * The network that an address counts as: an IPv4 address by itself, also where it is written as one of
 * IPv6 (`::ffff:203.0.113.7`, `::ffff:cb00:7107`); of IPv6 the first 64 bits, all of which one household
 * may use. A text that is no address is a network of its own.
 *
 * Source: RFC 4291, sections 2.2 and 2.5.5.2.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const groups = groupsOf(address.toLowerCase());
  if (!groups) return address;
  const [high, low] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped && high !== undefined && low !== undefined) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight groups of an IPv6 address; undefined for what is none. */
function groupsOf(address: string): number[] | undefined {
  const [head = "", tail, ...more] = address.split("::");
  const before = numbersIn(head);
  if (tail === undefined) return before.length === 8 && before.every(isGroup) ? before : undefined;
  const behind = numbersIn(tail);
  const zeros = 8 - before.length - behind.length;
  if (more.length > 0 || zeros < 0) return undefined;
  const groups = [...before, ...Array<number>(zeros).fill(0), ...behind];
  return groups.every(isGroup) ? groups : undefined;
}

/** The groups of a part of an address; NaN for what is none. The last two may be written as IPv4. */
function numbersIn(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((text) => {
    const [a, b, c, d] = text.split(".").map(Number);
    if (a === undefined || b === undefined || c === undefined || d === undefined) {
      return [/^[0-9a-f]{1,4}$/.test(text) ? parseInt(text, 16) : NaN];
    }
    return [a * 256 + b, c * 256 + d];
  });
}

const isGroup = (group: number) => Number.isInteger(group) && group <= 0xffff;
