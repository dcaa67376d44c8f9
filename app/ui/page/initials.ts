/** The initials of a company, at most two: of the words that have a capital, if any has. */
export function companyInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? [];
  const capitals = words.filter((word) => !/^\p{Ll}/u.test(word));
  return (capitals.length > 0 ? capitals : words)
    .slice(0, 2)
    .map(([first = ""]) => first.toUpperCase())
    .join("");
}
