import type { PositionView } from "./position-view.server";

/** Number of facts above the description on a phone, and next to a long form. */
export const MAIN_FACTS = 3;

interface FactsProps {
  className?: string;
  rows: PositionView["facts"];
  lang: string | undefined;
}

export function Facts({ className, rows, lang }: FactsProps) {
  if (rows.length === 0) return null;
  return (
    <dl className={className}>
      {rows.map(({ term, texts }) => (
        <div key={term}>
          <dt>{term}</dt>
          {texts.map(({ text, isOwn }) => (
            <dd key={text} lang={isOwn ? lang : undefined} dir="auto">
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
