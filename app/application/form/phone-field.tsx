import { useCallback, useRef, useState, type RefObject } from "react";
import { Boundary } from "../../ui/browser/boundary";
import { useFirstTouch } from "../../ui/browser/use-first-touch";
import type { PhoneDefaults } from "../phone/defaults.server";
import { fetchPlans } from "../phone/fetch-plans";
import type { PhoneError } from "../phone/phone-editing";
import type { PhoneControl } from "../phone/phone-control";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import type { FormTexts } from "./texts";

interface PhoneFieldProps extends FieldProps {
  defaults: PhoneDefaults;
  isOptional?: boolean | undefined;
  /** `PhoneControl` loads when this form is first touched. */
  form: RefObject<HTMLFormElement>;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/** A telephone number. Scripts add a country list and formatting. If the scripts fail, the field stays plain. */
export function PhoneField({
  name,
  error,
  value,
  defaults,
  isOptional,
  form,
  language,
  texts,
}: PhoneFieldProps) {
  const { country, countryName, dialCode } = defaults;
  const input = useRef<HTMLInputElement>(null);
  const [Control, setControl] = useState<typeof PhoneControl>();
  const [wrong, setWrong] = useState<PhoneError>();

  const enhance = useCallback(() => {
    Promise.all([import("../phone/phone-control"), fetchPlans(dialCode)])
      .then(([module, plans]) => {
        module.addPlans(plans, dialCode);
        setControl(() => module.PhoneControl);
      })
      .catch(() => undefined); // The field stays plain.
  }, [dialCode]);
  useFirstTouch(form, enhance);

  // The error summary's message takes precedence (specification, section 5).
  const message = error ?? (wrong && texts[wrong === "error.phone" ? "error.phone_inline" : wrong]);
  const described = describedBy(name, { hint: true, error: message !== undefined });
  const plainCountry = (
    // Focusable, so that `Control` can open the country list if this text was clicked.
    <p className="phone-country" id="phone-country" tabIndex={-1}>
      <span className="phone-code" aria-hidden="true">
        {country}
      </span>{" "}
      <span className="phone-country-name">{countryName}</span>{" "}
      <span className="phone-dial-code">{`+${dialCode}`}</span>
    </p>
  );
  return (
    <FieldFrame
      name={name}
      label={
        isOptional ? `${texts["apply.phone"]} ${texts["form.optional"]}` : texts["apply.phone"]
      }
      hint={texts["form.phone_hint"]}
      error={message}
      isAnnounced={Control !== undefined}
    >
      <div className="phone">
        {Control ? (
          <Boundary fallback={plainCountry}>
            <Control
              input={input as { readonly current: HTMLInputElement }} // rendered below
              home={country}
              language={language}
              error={message}
              setWrong={setWrong}
              texts={texts}
            />
          </Boundary>
        ) : (
          plainCountry
        )}
        <input
          ref={input}
          id={name}
          name={name}
          type="tel"
          required={!isOptional}
          autoComplete="tel"
          enterKeyHint="next"
          defaultValue={value}
          {...described}
          // Without `Control`, the plain country describes the field.
          aria-describedby={`${described["aria-describedby"]}${Control ? "" : " phone-country"}`}
        />
      </div>
    </FieldFrame>
  );
}
