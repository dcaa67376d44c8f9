// Types for components, which must not import server modules.

import type { Client } from "./client.server";
import type { ListedPosition } from "./listed-positions.server";
import type { Position } from "./position.server";

export interface CareerSite {
  company: Client;
  jobs: readonly ListedPosition[];
}

/** The values read from the platform, by call. */
export interface ReadValues {
  position: Position;
  client: Client;
  positions: readonly ListedPosition[];
}

export type ReadCall = keyof ReadValues;

export type { Client } from "./client.server";
export type { EmploymentType } from "~/contract/lists";
export type { Facts, Pay, Place } from "./facts.server";
export type { Field } from "./position-fields.server";
export type { ListedPosition as Job } from "./listed-positions.server";
export type { PositionPage, Standard } from "./position-page.server";
export type { Position } from "./position.server";
