/** The company's script as data: the waker runs it when the page's own work is done. */
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
