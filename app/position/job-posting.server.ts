import type { JobPosting, Place as PostedPlace, WithContext } from "schema-dts";
import { careerSitePath } from "../addresses";
import { lastMoment } from "../i18n/closing";
import { splitPlaces, getRemoteCountries } from "../i18n/places";
import type { Place, PositionPage } from "../platform/types";
import type { SiteLinks } from "../ui/page/publishing";
import { getEmploymentTypes } from "./employment";

type Posting = WithContext<Exclude<JobPosting, string>> & {
  /** The language of the texts, a BCP 47 tag. schema.org defines it for other types. */
  inLanguage?: string;
};

type Located = Pick<PositionPage, "workplace" | "places" | "location" | "remoteCountries"> & {
  ownCountry?: string | undefined;
};

/** Page data other than the position. */
interface PostingContext {
  /** Sanitized HTML without struck-out text. */
  description: string;
  /** For absolute URLs. */
  publishing: Pick<SiteLinks, "getOrigin" | "getCareerSitePath">;
  /** ms since 1970. */
  now: number;
}

/**
 * Creates a position's JobPosting (schema.org) for search engines. Undefined if the position is closed, or lacks a
 * publication date, a description or a location.
 *
 * Source: developers.google.com/search/docs/appearance/structured-data/job-posting.
 */
export function createJobPosting(
  page: PositionPage,
  { description, publishing, now }: PostingContext,
): Posting | undefined {
  const { publishedAt, closesAt, country, status } = page;
  const { essentialRequirements, niceToHaveRequirements } = page;
  const location = createLocation(page);
  if (publishedAt === undefined || description.replace(/<[^>]*>/g, "").trim() === "" || !location)
    return undefined;
  const validThrough = closesAt === undefined ? undefined : lastMoment(closesAt, country);
  const isOver = validThrough !== undefined && Date.parse(validThrough) < now;
  if (status === "closed" || isOver) return undefined;
  const employmentType = getEmploymentTypes(page);
  const baseSalary = createSalary(page);
  const name = page.companyName || page.clientCode;
  const uuid = page.clientUuid;
  const origin = publishing.getOrigin(uuid);
  const careerSite = publishing.getCareerSitePath(uuid, careerSitePath(page.clientCode, uuid));
  return {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: page.title,
    description,
    ...(page.language !== undefined && { inLanguage: page.language }),
    identifier: { "@type": "PropertyValue", name, value: page.identifier ?? page.positionUuid },
    // The date that the page shows.
    datePosted: publishedAt.slice(0, 10),
    ...(validThrough !== undefined && { validThrough }),
    ...(employmentType.length > 0 && { employmentType }),
    hiringOrganization: {
      "@type": "Organization",
      name: page.employer ?? name,
      sameAs: new URL(careerSite, origin).href,
      ...(page.clientLogo !== undefined && { logo: new URL(page.clientLogo, origin).href }),
    },
    ...location,
    ...(baseSalary && { baseSalary }),
    ...(essentialRequirements.length > 0 && { qualifications: essentialRequirements }),
    ...(niceToHaveRequirements.length > 0 && { skills: niceToHaveRequirements }),
    directApply: page.elsewhere === undefined,
  };
}

/**
 * Returns the place of work and, for a remote job, the applicants' countries. Undefined if no country is known,
 * because search engines require one.
 */
export function createLocation(page: Located) {
  const { workplace, places, location, ownCountry } = page;
  const isRemote = workplace === "remote";
  // A remote job's location is often not a place.
  const named = isRemote ? [] : splitPlaces(location).map((city) => ({ city }));
  const all: readonly Place[] = places ?? named;
  // Assume the position's country only if no place has a country. Otherwise, places without a country might be abroad.
  const hasNoCountry = all.every(({ country }) => country === undefined);
  const known = hasNoCountry ? all.map((place) => ({ ...place, country: ownCountry })) : all;
  const jobLocation = known
    .filter(({ country }) => country !== undefined)
    .map(({ street, city, region, postalCode, country }): PostedPlace => ({
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        ...(street !== undefined && { streetAddress: street }),
        ...(city !== undefined && { addressLocality: city }),
        ...(region !== undefined && { addressRegion: region }),
        ...(postalCode !== undefined && { postalCode }),
        ...(country !== undefined && { addressCountry: country }),
      },
    }));
  const applicantLocationRequirements = getRemoteCountries(page, ownCountry)?.map((name) => ({
    "@type": "Country" as const,
    name,
  }));
  if (jobLocation.length === 0 && !applicantLocationRequirements) return undefined;
  return {
    ...(jobLocation.length > 0 && { jobLocation }),
    ...(isRemote && { jobLocationType: "TELECOMMUTE" }),
    ...(applicantLocationRequirements && { applicantLocationRequirements }),
  };
}

/** Converts pay. Undefined if the currency or the unit of time is missing. */
function createSalary({ pay }: PositionPage) {
  const { min, max, currency, unit } = pay ?? {};
  if (currency === undefined || unit === undefined) return undefined;
  return {
    "@type": "MonetaryAmount" as const,
    currency,
    value: {
      "@type": "QuantitativeValue" as const,
      ...(min !== undefined && { minValue: min }),
      ...(max !== undefined && { maxValue: max }),
      unitText: unit.toUpperCase(),
    },
  };
}

/** Formats the posting as JSON for a script element. */
export function jobPostingJson(page: PositionPage, context: PostingContext): string | undefined {
  const posting = createJobPosting(page, context);
  return posting && toScriptJson(posting);
}

/**
 * Formats a value as JSON that cannot end its script element. Escapes `<` only before `script`, `/script` and `!--`, so
 * that the description compresses well with the page's copy of it.
 */
const toScriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/<(?=!--|\/?script)/gi, "\\u003c")
    .replace(/[\u2028\u2029]/g, (separator) => (separator === "\u2028" ? "\\u2028" : "\\u2029"));
