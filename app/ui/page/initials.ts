/** Returns the initials of a name's first two words. Skips lowercase words, such as "de", if there are others. */
export function companyInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? [];
  const capitals = words.filter((word) => !/^\p{Ll}/u.test(word));
  return (capitals.length > 0 ? capitals : words)
    .slice(0, 2)
    .map(([first = ""]) => first.toUpperCase())
    .join("");
}
