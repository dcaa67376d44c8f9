import type { Source } from "../../source";

/** Where the candidate came from, in a form. `page-template.server.ts` knows this element. */
export const SourceFields = ({ source }: { source: Source }) => (
  <>
    {source.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);
