/** Returns the initials of a company's first two capitalized words, or else of its first two words. */
export function companyInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? [];
  const capitals = words.filter((word) => !/^\p{Ll}/u.test(word));
  return (capitals.length > 0 ? capitals : words)
    .slice(0, 2)
    .map(([first = ""]) => first.toUpperCase())
    .join("");
}
