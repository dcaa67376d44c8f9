// Networks of visitors' addresses, for rate limits.

/**
 * Splits an address into the 4 numbers of IPv4, even if it is in IPv6 form (`::ffff:203.0.113.7`), or into the 8
 * groups of IPv6. An invalid address is returned as one part.
 *
 * Source: RFC 4291, sections 2.2 and 2.5.5.2.
 */
function splitAddress(address: string): string[] {
  if (!address.includes(":")) return address.split(".");
  if (!URL.canParse(`http://[${address}]`)) return [address];
  // A URL normalizes an IPv6 address to hexadecimal groups with at most one `::` (RFC 5952).
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], behind = []] = host
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => "0");
  const groups = [...before, ...zeros, ...behind];
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return groups;
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].map(String);
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one household can use all addresses
 * with the same 64 bits.
 */
export function getNetwork(address: string): string {
  const parts = splitAddress(address);
  return parts.length === 8 ? parts.slice(0, 4).join(":") : parts.join(".");
}

/**
 * Returns the block that a network belongs to: the first 24 bits of an IPv4 address, or the first 48 bits of an
 * IPv6 address. One customer can have all networks of a block (RFC 6177).
 */
export function getBlock(address: string): string {
  const parts = splitAddress(address);
  return parts.slice(0, 3).join(parts.length === 8 ? ":" : ".");
}
