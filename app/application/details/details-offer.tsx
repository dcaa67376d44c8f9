import { useState, type RefObject } from "react";
import { fill } from "~/app/i18n/fill";
import { dispatchChange } from "~/app/ui/browser/dispatch-change";
import { forgetDetails, formatInitials, readDetails } from "./details";
import type { DetailsTexts } from "./texts";

interface DetailsOfferProps {
  form: RefObject<HTMLFormElement>;
  texts: DetailsTexts;
}

export function DetailsOffer({ form, texts }: DetailsOfferProps) {
  const [details] = useState(readDetails);
  const [state, setState] = useState<"offered" | "used" | "forgotten">("offered");
  const control = (name: string) => {
    const field = form.current?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  };
  if (!details || state === "used") return null;

  function use() {
    // Another tab might have deleted the details.
    const current = readDetails();
    if (!current) {
      forget();
      return;
    }
    for (const [name, text] of Object.entries(current)) {
      const field = control(name);
      if (field?.value !== "") continue;
      field.value = text;
      dispatchChange(field);
    }
    // The button disappears, so focus the first invalid field.
    const next = form.current?.querySelector<HTMLElement>(":is(input, select, textarea):invalid");
    (next ?? control("first_name"))?.focus();
    setState("used");
  }

  function forget() {
    forgetDetails();
    setState("forgotten");
    control("first_name")?.focus();
  }

  return (
    <div className="draft-notice">
      {state === "offered" ? (
        <>
          <button type="button" className="button-quiet" onClick={use}>
            {fill(texts["details.use"], { initials: formatInitials(details) })}
          </button>{" "}
          <button type="button" className="button-quiet" onClick={forget}>
            {texts["details.forget"]}
          </button>
        </>
      ) : (
        <p role="status">{texts["details.forgotten"]}</p>
      )}
    </div>
  );
}
