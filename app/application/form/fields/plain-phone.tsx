import type { ComponentProps } from "react";
import type { NamedCountry } from "~/app/application/phone/country";
import { PhoneControl } from "~/app/application/phone/phone-control";

/** The phone field as rendered by the server, with the country's name as text. */
export const PlainPhone = ({
  country: { code, name, dialCode },
  ...props
}: { country: NamedCountry } & ComponentProps<typeof PhoneControl>) => (
  <PhoneControl {...props}>
    <span className="phone-code" aria-hidden="true">
      {code}
    </span>{" "}
    <span className="phone-country-name">{name}</span>{" "}
    <span className="phone-dial-code">{`+${dialCode}`}</span>
  </PhoneControl>
);
