import type * as contract from "../../contract/facts";
import { eachOnce, present } from "./present";

/** A position's facts in the site's own terms. Missing ones have no key. */
export const toFacts = (facts: contract.Facts) =>
  present({
    publishedAt: facts.published_at,
    closesAt: facts.closes_at,
    employmentTypes: eachOnce(facts.employment_type),
    workplace: facts.workplace,
    places: eachOnce(facts.places?.map(toPlace)),
    remoteCountries: eachOnce(facts.remote_countries),
    pay: facts.pay && present(facts.pay),
    collectiveAgreement: facts.collective_agreement,
    department: facts.department,
    language: facts.language,
    identifier: facts.identifier,
    notices: eachOnce(facts.notices?.map((notice) => present(notice))),
    talksBack: facts.talks_back === true ? true : undefined,
    takes: eachOnce(facts.takes),
    honoursKeys: facts.honours?.includes("idempotency-key") === true ? true : undefined,
  });

const toPlace = ({ postal_code: postalCode, ...place }: contract.Place) =>
  present({ ...place, postalCode });

export type Facts = ReturnType<typeof toFacts>;
export type Pay = NonNullable<Facts["pay"]>;
export type Place = NonNullable<Facts["places"]>[number];
export type Notice = NonNullable<Facts["notices"]>[number];
