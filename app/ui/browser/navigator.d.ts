interface Navigator {
  /** What some browsers say of the connection (Network Information API, W3C); others say nothing. */
  readonly connection?: {
    /** Whether the visitor has asked for as few bytes as possible (`Save-Data`). */
    saveData?: boolean;
    /** How good it is: "4g" at best. */
    effectiveType?: string;
  };
}
