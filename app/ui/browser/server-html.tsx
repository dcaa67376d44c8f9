import type { ReactNode } from "react";

/**
 * HTML that only the server renders. React leaves it untouched when it hydrates the page.
 *
 * @param children on the server only
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
 * Saves an island's server HTML during hydration. If an extension or a translator has changed the page, React
 * renders the island again without that HTML.
 *
 * @returns a function that moves the HTML into the new elements
 */
export function preserveServerHtml(host: Element): () => void {
  const find = () => host.querySelectorAll(".server-html");
  const before = find();
  return () =>
    find().forEach((element, index) => {
      const original = before[index];
      if (original && original !== element) element.replaceChildren(...original.childNodes);
    });
}
