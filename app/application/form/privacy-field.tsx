import { describedBy, FieldError, type FieldProps } from "./field";
import type { Messages } from "~/app/i18n/messages";

interface PrivacyFieldProps extends FieldProps {
  href: string;
  t: Messages;
}

/**
 * The consent to the privacy policy, with a link to the policy. Scripts open the policy in a dialog. Without
 * scripts, the policy opens in a new tab, so that the form is not lost.
 */
export function PrivacyField({ name, error, value, href, t }: PrivacyFieldProps) {
  const [before = "", after = ""] = t["form.privacy"].split("{link}");
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
          data-missing={t["error.privacy"]}
          defaultChecked={value === "true"}
          {...describedBy(name, { hint: false, error: error !== undefined })}
        />
        <label htmlFor={name}>
          {before}
          <a href={href} target="_blank" rel="noopener" data-policy="">
            {t["form.privacy_link"]}
            {/* CSS hides this text in a hydrated form. */}
            <span className="visually-hidden"> ({t["form.new_tab"]})</span>
          </a>
          {after}
        </label>
      </div>
    </div>
  );
}
