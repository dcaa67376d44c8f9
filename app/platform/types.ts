/**
 * The types of what the platform has. They stand here for components, which may import no server
 * module.
 */
export type { ApplyAttempt, ApplyOutcome } from "./apply.server";
export type { CareerSite, Job } from "./career-site.server";
export type { Client } from "./client.server";
export type { EmploymentType, Facts, Notice, Pay, Place } from "./fact-format.server";
export type { Field, Standard } from "./field-format.server";
export type { HiringPlatform } from "./hiring-platform.server";
export type { ListedPosition } from "./listed-positions.server";
export type { StreamableFile } from "./multipart-writer.server";
export type { PositionPage } from "./position-page.server";
export type { Position } from "./position.server";
export type { Section } from "./sections.server";
