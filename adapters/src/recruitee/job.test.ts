import { expect, test } from "vitest";
import type { BoardContext } from "../system-interface";
import { Offer } from "./format";
import { toListedJob } from "./job";
import type { RecruiteeBoard } from "./settings";

const CONTEXT = { board: {}, company: { language_default: "en" } } as BoardContext<RecruiteeBoard>;

test.each([
  [{ country_code: "UK" }, "GB"],
  [{ country_code: "UK", country: "Spain" }, "GB"],
  [{ country_code: "es" }, "ES"],
  [{ country_code: "EU", country: "Spain" }, "ES"],
  [{ country: "United Kingdom" }, "GB"],
])("locates an offer with %j in the country %s", (place, country) => {
  const offer = Offer.parse({
    id: 1,
    slug: "potter",
    title: "Potter",
    city: "London",
    ...place,
    options_cv: "off",
    options_phone: "off",
    options_cover_letter: "off",
  });
  expect(toListedJob(offer, CONTEXT).places).toEqual([{ city: "London", country }]);
});
