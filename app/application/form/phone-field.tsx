import { useCallback, useRef, useState, type RefObject } from "react";
import { Boundary } from "../../ui/browser/boundary";
import { useFirstTouch } from "../../ui/browser/use-first-touch";
import type { PhoneDefaults } from "../phone/defaults.server";
import { fetchPlans } from "../phone/fetch-plans";
import type { PhoneControl } from "../phone/phone-control";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import type { FormTexts } from "./texts";

interface PhoneFieldProps extends FieldProps {
  defaults: PhoneDefaults;
  isOptional?: boolean | undefined;
  /** The rest of the field loads when this is first touched. */
  form: RefObject<HTMLFormElement>;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/**
 * A telephone number: a plain field that takes it in any shape, which the server reads. Scripts add a
 * country and its pattern; if they are blocked or fail, the field stays plain.
 */
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
  const [isWrong, setIsWrong] = useState(false);

  const enhance = useCallback(() => {
    Promise.all([import("../phone/phone-control"), fetchPlans(dialCode)])
      .then(([part, plans]) => {
        part.addPlans(plans, dialCode);
        setControl(() => part.PhoneControl);
      })
      .catch(() => undefined); // The field stays plain.
  }, [dialCode]);
  useFirstTouch(form, enhance);

  // On submitting it has the same words as the summary (specification, section 5).
  const message = error ?? (isWrong ? texts["error.phone_inline"] : undefined);
  const described = describedBy(name, { hint: true, error: message !== undefined });
  const plainCountry = (
    // A click focuses it: the list opens once it has loaded.
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
      isErrorHeard={Control !== undefined}
    >
      <div className="phone">
        {Control ? (
          <Boundary fallback={plainCountry}>
            <Control
              input={input as { readonly current: HTMLInputElement }} // it is rendered beside it
              home={country}
              language={language}
              error={message}
              setWrong={setIsWrong}
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
          // It names the country of a number without a prefix; the control has labels of its own.
          aria-describedby={`${described["aria-describedby"]}${Control ? "" : " phone-country"}`}
        />
      </div>
    </FieldFrame>
  );
}
