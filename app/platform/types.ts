/**
 * Types for components, which must not import server modules.
 */
export type { ApplyAttempt, ApplyOutcome } from "./apply.server";
export type { CareerSite, Job } from "./career-site.server";
export type { Client, Section } from "./client.server";
export type { EmploymentType } from "../../contract/lists";
export type { Facts, Notice, Pay, Place } from "./facts.server";
export type { Field } from "./position-fields.server";
export type { HiringPlatform } from "./hiring-platform.server";
export type { ListedPosition } from "./listed-positions.server";
export type { StreamableFile } from "./multipart-writer.server";
export type { PositionPage, Standard } from "./position-page.server";
export type { Position } from "./position.server";
