import type { Part } from "../form";
import { sourceName } from "../source";
import type { Application } from "../system-interface";
import { linkId } from "./job";
import type { LeverBoard } from "./settings";

/** Converts an application to the parts of Lever's multipart form. Empty answers are left out. */
export function createParts(
  application: Application,
  { asks, silent, compliance_policy: policy }: LeverBoard,
): Part[] {
  const { firstName, lastName, phone, cv, answers, source } = application;
  const text = (name: string, id: string): Part[] => {
    const value = answers.get(id);
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  };
  const consent = (name: string, id: string): Part[] => {
    const value = answers.get(id);
    const isGiven = typeof value === "object" && !Array.isArray(value) && value.given;
    if (!isGiven) return [];
    if (policy === undefined) return [[`consent[${name}]`, "true"]];
    return [
      [`consent[${name}][provided]`, "true"],
      [`consent[${name}][compliancePolicyId]`, policy],
    ];
  };
  const from = source["lever-source"] ?? sourceName(source);
  return [
    ["name", `${firstName} ${lastName}`],
    ...text("email", "email"),
    ...(phone === undefined ? [] : [["phone", phone] as const]),
    ...text("org", "org"),
    ...Object.keys(asks.urls).flatMap((name) => text(`urls[${name}]`, linkId(name))),
    ...text("comments", "cover_letter"),
    ...text("opportunityLocation", "opportunity_location"),
    ...consent("store", "consent_store"),
    ...consent("marketing", "consent_marketing"),
    ...(from === undefined ? [] : [["source", from] as const]),
    ...(silent ? [["silent", "true"] as const] : []),
    ...(cv ? [["resume", cv] as const] : []),
  ];
}
