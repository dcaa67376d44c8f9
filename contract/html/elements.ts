// Kinds of HTML elements. The site and the adapters share these lists.

function isOneOf(list: string): (tag: string) => boolean {
  const tags = new Set(list.split(" "));
  return (tag) => tags.has(tag);
}

/** Whether an element begins and ends on a separate line. */
export const isBlock = isOneOf(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext " +
    "pre search section summary table tbody td tfoot th thead tr ul xmp",
);

export const isTablePart = isOneOf("caption table tbody td tfoot th thead tr");

/** Whether an element has neither content nor an end tag. */
export const isVoid = isOneOf(
  "area base br col embed hr img input link meta param source track wbr",
);

/** Whether browsers don't show an element's text. `xml` contains Word's data, and `title` also occurs in SVG. */
export const isNeverRendered = isOneOf(
  "annotation annotation-xml audio canvas datalist desc iframe metadata meter noembed noframes noscript progress " +
    "script style template title video xml",
);

/** Whether an element's text is struck out. Plain text omits it. */
export const isStruckOut = isOneOf("del s strike");
