/**
 * Whether a privacy policy may be shown. Puerta's templates mark what a company has to fill in with
 * `{{…}}`; while `{{` is left, candidates cannot read the policy, nor apply.
 *
 * @param {string} policy
 */
export const isPublished = (policy) => !policy.includes("{{");

/**
 * The blanks that a privacy policy still has. An unpublished policy has at least one.
 *
 * @param {string} policy
 * @returns {{ line: number, column: number, text: string }[]}
 */
export const policyBlanks = (policy) =>
  policy.split("\n").flatMap((line, index) =>
    [...line.matchAll(/\{\{[^}]*(?:\}\})?/g)].map(({ 0: text, index: at }) => ({
      line: index + 1,
      column: at + 1,
      text,
    })),
  );
