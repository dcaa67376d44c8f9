/**
 * How one text becomes another, as in a diff: lines that go (`-`) and come (`+`), each run of them
 * after the unchanged line before it.
 */
export function changes(before: string[], after: string[]): string[] {
  const common = longestCommon(before, after);
  const lines: string[] = [];
  let [b, a, isChanged] = [0, 0, false];
  while (b < before.length || a < after.length) {
    const isSame = b < before.length && before[b] === after[a];
    if (isSame) {
      isChanged = false;
      [b, a] = [b + 1, a + 1];
      continue;
    }
    if (!isChanged && b > 0) lines.push(`  ${before[b - 1] ?? ""}`);
    isChanged = true;
    const isRemoved =
      b < before.length && (a === after.length || common(b + 1, a) >= common(b, a + 1));
    lines.push(isRemoved ? `- ${before[b++] ?? ""}` : `+ ${after[a++] ?? ""}`);
  }
  return lines;
}

/** The length of the longest common subsequence, from a line of each text on. */
function longestCommon(before: string[], after: string[]) {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const common = (b: number, a: number) => lengths[b]?.[a] ?? 0;
  for (let b = before.length - 1; b >= 0; b--) {
    const row = lengths[b] ?? [];
    for (let a = after.length - 1; a >= 0; a--) {
      row[a] =
        before[b] === after[a]
          ? 1 + common(b + 1, a + 1)
          : Math.max(common(b + 1, a), common(b, a + 1));
    }
  }
  return common;
}
