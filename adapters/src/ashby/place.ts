import { countryCode, joinLocations, placeFacts } from "../places";
import type { Posting } from "./format";

type Address = Posting["address"];

export function locationFacts(posting: Posting) {
  const all = [posting, ...posting.secondaryLocations];
  const workplace = posting.workplaceType ?? (posting.isRemote === true ? "remote" : undefined);
  return {
    location: joinLocations(all.map(({ location }) => location)),
    ...placeFacts(
      workplace,
      all.map(({ address }) => toPlace(address)),
    ),
  };
}

function toPlace(address: Address) {
  const { addressLocality, addressRegion, addressCountry } = address?.postalAddress ?? {};
  const country = countryCode(addressCountry);
  return {
    ...(addressLocality !== undefined && { city: addressLocality }),
    ...(addressRegion !== undefined && { region: addressRegion }),
    ...(country !== undefined && { country }),
  };
}
