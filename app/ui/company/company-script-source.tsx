/** Writes the company's script into the page as data. The entry script runs it when the page is interactive. */
export function CompanyScriptSource({ js, nonce }: { js: string; nonce: string }) {
  if (js === "") return null;
  return (
    <script
      type="application/json"
      data-company-script=""
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: JSON.stringify(js).replace(/</g, "\\u003c") }}
    />
  );
}
