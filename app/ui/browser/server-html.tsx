import type { ReactNode } from "react";

/**
 * HTML that only the server renders. React leaves it in place when it hydrates the page, and never looks
 * into it.
 *
 * @param children on the server alone
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
 * Keeps the server's HTML of an island while it is hydrated. React renders the island again, without that
 * HTML, if an extension or a translator has changed the page; and nothing but the page has it.
 *
 * @returns moves the HTML into the elements that have taken the place of its own
 */
export function preserveServerHtml(host: Element): () => void {
  const find = () => host.querySelectorAll(".server-html");
  const before = find();
  return () =>
    find().forEach((element, index) => {
      const kept = before[index];
      if (kept && kept !== element) element.replaceChildren(...kept.childNodes);
    });
}
