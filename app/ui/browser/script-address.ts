/** The URL of a file next to this build's scripts (`scripts/build.ts`). */
export const scriptUrl = (file: string): string =>
  import.meta.url.slice(0, import.meta.url.lastIndexOf("/") + 1) + file;
