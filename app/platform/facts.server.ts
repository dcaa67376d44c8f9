import type * as contract from "~/contract/facts";
import { unique, omitUndefined } from "./omit-undefined";

/** Converts a position's facts to the site's names. Leaves out the keys of missing facts. */
export const toFacts = (facts: contract.Facts) =>
  omitUndefined({
    publishedAt: facts.published_at,
    closesAt: facts.closes_at,
    employmentTypes: unique(facts.employment_type),
    workplace: facts.workplace,
    places: unique(facts.places?.map(toPlace)),
    remoteCountries: unique(facts.remote_countries),
    pay: facts.pay && omitUndefined(facts.pay),
    collectiveAgreement: facts.collective_agreement,
    department: facts.department,
    employer: facts.employer,
    language: facts.language,
    identifier: facts.identifier,
    notices: unique(facts.notices?.map((notice) => omitUndefined(notice))),
    platformEmailsCandidate: facts.talks_back === true ? true : undefined,
    takes: unique(facts.takes),
    honoursKeys: facts.honours?.includes("idempotency-key") === true ? true : undefined,
  });

const toPlace = ({ postal_code: postalCode, ...place }: contract.Place) =>
  omitUndefined({ ...place, postalCode });

export type Facts = ReturnType<typeof toFacts>;
export type Pay = NonNullable<Facts["pay"]>;
export type Place = NonNullable<Facts["places"]>[number];
