interface Navigator {
  /** Only in some browsers (Network Information API, W3C). */
  readonly connection?: {
    /** Whether the visitor wants to save data (`Save-Data`). */
    saveData?: boolean;
    /** From "slow-2g" to "4g". */
    effectiveType?: string;
  };
}
