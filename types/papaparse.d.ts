declare const Papa: {
  unparse: (
    rows: readonly (readonly string[])[],
    options: { quotes: (cell: string) => boolean },
  ) => string;
};

export default Papa;
