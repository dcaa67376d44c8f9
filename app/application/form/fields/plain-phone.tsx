import type { ComponentProps } from "react";
import type { PhoneDefaults } from "~/app/application/phone/country";
import { PhoneControl } from "~/app/application/phone/phone-control";

/** The phone field as the server renders it, with its country in words. */
export const PlainPhone = ({
  country,
  countryName,
  dialCode,
  ...props
}: PhoneDefaults & ComponentProps<typeof PhoneControl>) => (
  <PhoneControl {...props}>
    <span className="phone-code" aria-hidden="true">
      {country}
    </span>{" "}
    <span className="phone-country-name">{countryName}</span>{" "}
    <span className="phone-dial-code">{`+${dialCode}`}</span>
  </PhoneControl>
);
