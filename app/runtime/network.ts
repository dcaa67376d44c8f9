/**
 * Returns the network of a visitor's address, for rate limits. An IPv4 address is its own network, even in IPv6
 * form (`::ffff:203.0.113.7`). An IPv6 network is the first 64 bits, because one household can use all
 * addresses with the same 64 bits. An invalid address is its own network.
 *
 * Source: RFC 4291, sections 2.2 and 2.5.5.2.
 */
export function getNetwork(address: string): string {
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return address;
  // A URL normalizes an IPv6 address to hexadecimal groups with at most one `::` (RFC 5952).
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], behind = []] = host
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => "0");
  const groups = [...before, ...zeros, ...behind];
  if (!host.startsWith("::ffff:") || groups.length !== 8) return groups.slice(0, 4).join(":");
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
