// Types for components, which must not import server modules.

import type { Client } from "./client.server";
import type { ListedPosition } from "./listed-positions.server";

export interface CareerSite {
  company: Client;
  jobs: readonly ListedPosition[];
}

export type { Client, Section } from "./client.server";
export type { EmploymentType } from "../../contract/lists";
export type { Facts, Notice, Pay, Place } from "./facts.server";
export type { Field } from "./position-fields.server";
export type { HiringPlatform } from "./hiring-platform.server";
export type { ListedPosition as Job } from "./listed-positions.server";
export type { PositionPage, Standard } from "./position-page.server";
export type { Position } from "./position.server";
