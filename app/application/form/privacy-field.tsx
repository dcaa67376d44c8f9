import { describedBy, FieldError, type FieldProps } from "./field";
import type { FormTexts } from "./texts";

interface PrivacyFieldProps extends FieldProps {
  href: string;
  texts: FormTexts;
}

/**
 * The consent to the privacy policy, with a link to it that does not lose the form: scripts open it
 * over the page, and without them it opens in a new tab.
 */
export function PrivacyField({ name, error, value, href, texts }: PrivacyFieldProps) {
  const [before = "", after = ""] = texts["form.privacy"].split("{link}");
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      <FieldError name={name} error={error} />
      <div className="choice">
        <input
          id={name}
          name={name}
          type="checkbox"
          value="true"
          required
          defaultChecked={value === "true"}
          {...describedBy(name, { hint: false, error: error !== undefined })}
        />
        <label htmlFor={name}>
          {before}
          <a href={href} target="_blank" rel="noopener" data-policy="">
            {texts["form.privacy_link"]}
            {/* The style sheet takes it away from a form that is awake. */}
            <span className="visually-hidden"> ({texts["form.new_tab"]})</span>
          </a>
          {after}
        </label>
      </div>
    </div>
  );
}
