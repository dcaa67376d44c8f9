/** Cuts HTML or text to a length. Also removes the tag, the entity or the character that the limit splits. */
export const cutText = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text.slice(0, length).replace(/<(?:[a-z!/?][^<>]*)?$|&[#\w]*$|[\ud800-\udbff]$/i, "");
