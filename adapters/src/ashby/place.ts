import type { Place } from "~/contract/facts";
import { countryCode, isArea, joinLocations, parsePlaceNames, placeFacts } from "../places";
import type { Posting } from "./format";

/**
 * Parses the company's place names. If a name such as `Harbour HQ` contains no town, uses the address.
 * Ashby's pages don't show addresses, so a name takes precedence over its address, and an area such as `North
 * America` is not narrowed to one country.
 */
export function locationFacts(posting: Posting) {
  const all = [posting, ...posting.secondaryLocations];
  const parsed = all.map(({ location = "", address }) => {
    const place: Place = isArea(location) ? {} : toPlace(address);
    const { workplace, places } = parsePlaceNames([location], () => place.country);
    const named = places.filter(({ city }) => city !== location);
    const hasTown = named.some(({ city }) => city !== undefined);
    return { workplace, places: hasTown || Object.keys(place).length === 0 ? named : [place] };
  });
  const workplace =
    posting.workplaceType ?? (posting.isRemote === true ? "remote" : parsed[0]?.workplace);
  return {
    location: joinLocations(all.map(({ location }) => location)),
    ...placeFacts(
      workplace,
      parsed.flatMap(({ places }) => places),
    ),
  };
}

function toPlace(address: Posting["address"]): Place {
  const { addressLocality, addressRegion, addressCountry } = address?.postalAddress ?? {};
  const country = countryCode(addressCountry);
  return {
    ...(addressLocality !== undefined && { city: addressLocality }),
    ...(addressRegion !== undefined && { region: addressRegion }),
    ...(country !== undefined && { country }),
  };
}
