import type { ReactNode } from "react";

/**
 * HTML that only the server renders. React doesn't change this HTML during hydration.
 *
 * @param children set only on the server
 */
export const ServerHtml = ({ children }: { children: ReactNode }) => (
  <div
    className="server-html"
    suppressHydrationWarning
    dangerouslySetInnerHTML={children === undefined ? { __html: "" } : undefined}
  >
    {children}
  </div>
);

/**
 * Saves an island's server HTML and phone field before hydration. If an extension or a translation tool has
 * changed the page, React renders the island again without that HTML.
 *
 * @returns a function that moves the HTML into the new elements
 */
export function preserveServerHtml(host: Element): () => void {
  const find = () => host.querySelectorAll(".server-html, .phone");
  const before = find();
  return () =>
    find().forEach((element, index) => {
      const original = before[index];
      if (original && original !== element) element.replaceChildren(...original.childNodes);
    });
}
