// Kinds of HTML elements. The site and the adapters share these lists.

const words = (list: string) => new Set(list.split(" "));

const BLOCKS = words(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext " +
    "pre search section summary table tbody td tfoot th thead tr ul xmp",
);

/** Whether an element begins and ends a line of its own. */
export const isBlock = (tag: string): boolean => BLOCKS.has(tag);

const TABLE_PARTS = words("caption table tbody td tfoot th thead tr");

export const isTablePart = (tag: string): boolean => TABLE_PARTS.has(tag);

const VOID = words("area base br col embed hr img input link meta param source track wbr");

/** Whether an element never has content, nor an end tag. */
export const isVoid = (tag: string): boolean => VOID.has(tag);

/** Elements whose text browsers don't show. `xml` is Word's data, and `title` also SVG's. */
const UNSHOWN = words(
  "annotation annotation-xml audio canvas datalist desc iframe metadata meter noembed noframes noscript " +
    "progress script style template title video xml",
);

export const isUnshown = (tag: string): boolean => UNSHOWN.has(tag);

const STRUCK = words("del s strike");

/** Whether an element's text is struck out. Plain text, which can't show that, leaves it out. */
export const isStruck = (tag: string): boolean => STRUCK.has(tag);
