/** Truncates HTML or text. Also removes a tag, entity or character that the limit would split. */
export const cutText = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text.slice(0, length).replace(/<(?:[a-z!/?][^<>]*)?$|&[#\w]*$|[\ud800-\udbff]$/i, "");
