import type { Source } from "~/app/candidate-source";

/** The candidate's source as hidden fields. `page-template.server.ts` depends on this markup. */
export const SourceFields = ({ source }: { source: Source }) => (
  <>
    {source.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);
