import type { Place } from "../../../contract/facts";
import { countryCode, joinLocations, parsePlaces, placeFacts } from "../places";
import type { Posting } from "./format";

/** The company's own names of places are shown. The addresses, which Ashby does not show, name towns and countries. */
export function locationFacts(posting: Posting) {
  const all = [posting, ...posting.secondaryLocations];
  const read = all.map(({ location = "", address }) => {
    const { workplace, places } = parsePlaces(location);
    const place = toPlace(address);
    return { workplace, places: Object.keys(place).length > 0 ? [place] : places };
  });
  const workplace =
    posting.workplaceType ?? (posting.isRemote === true ? "remote" : read[0]?.workplace);
  return {
    location: joinLocations(all.map(({ location }) => location)),
    ...placeFacts(
      workplace,
      read.flatMap(({ places }) => places),
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
