import type { Page } from "playwright/test";
import type { Language } from "~/app/i18n/language";
import type { Messages } from "~/app/i18n/messages";
import { fakeClientCode, fakeClientUuid, fakePositions, type Json } from "../fake-platform";
import { open } from "../fixtures";
import { fillIn } from "../form-page";
import { createCompany, createPosition } from "./contents";
import type { Stage } from "./stage";

/** The ways of browsing in which states are tested: with and without scripts. */
export const STATE_WAYS = ["full", "plain"] as const;
export type StateWay = (typeof STATE_WAYS)[number];

export interface Scene {
  page: Page;
  stage: Stage;
  way: StateWay;
  language: Language;
  t: Messages;
}

export interface ScreenState {
  /** The state's name in kebab-case. Screenshots and trees use this name. */
  name: string;
  ways: readonly StateWay[];
  /** Matches the errors that the browser is allowed to log in this state. */
  expectErrors?: RegExp;
  /** Selects the element that covers the page in this state. */
  overlay?: string;
  reach: (scene: Scene) => Promise<unknown>;
}

export const BOTH = STATE_WAYS;
export const FULL = ["full"] as const;
export const PLAIN = ["plain"] as const;

export const ERROR_STATUS = /status of [45]\d\d/;
export const CONNECTION_ERROR = /net::ERR_/;

export const CAREER_SITE = `/${fakeClientCode}/${fakeClientUuid}`;
export const POSITION = fakePositions.questions;
export const POSITION_PAGE = `/${fakeClientCode}/a-position/${POSITION}`;

/** Sets the company's properties. An undefined value removes a property. */
export function setUpCompany({ stage, language }: Scene, company: Json = {}) {
  stage.platform.client({ ...createCompany(language), ...stage.brand, ...company });
}

interface Opening {
  company?: Json;
  position?: Json;
  /** Selects `strictSite` (true) or `limitedSite` instead of the usual site. */
  strict?: boolean | "limited";
  uuid?: string;
}

/** Opens a position's page. By default, the company doesn't require a CV. */
export async function openPosition(scene: Scene, opening: Opening = {}) {
  const { company, position, strict = false, uuid = POSITION } = opening;
  const { page, stage, way, language } = scene;
  setUpCompany(scene, company);
  stage.platform.position(uuid, {
    ...createPosition(language),
    client: fakeClientUuid,
    ...position,
  });
  const startStrict = strict === "limited" ? stage.limitedSite : stage.strictSite;
  const site = strict === false ? stage.site : await startStrict();
  await open(page, way, `${site.url}/${fakeClientCode}/a-position/${uuid}`);
  await page.locator("#application").waitFor();
}

export const fill = ({ page, t }: Scene, filling: Parameters<typeof fillIn>[1] = {}) =>
  fillIn(page, {
    cv: null,
    labels: [t["apply.full_name"], t["apply.last_name"], t["apply.phone"]],
    ...filling,
  });

export const send = ({ page, t }: Scene) =>
  page.getByRole("button", { name: t["apply.submit"], exact: true }).click();

/**
 * Waits until the beginning of a message, up to its first placeholder, is visible. Some messages occur a
 * second time for screen readers only.
 */
export const waitForText = ({ page }: Scene, words: string) =>
  page
    .getByText(words.split("{")[0] ?? "")
    .filter({ visible: true })
    .first()
    .waitFor();

export const waitForButton = ({ page }: Scene, name: string) =>
  page.getByRole("button", { name }).waitFor();

/** Stalls requests to matching URLs. */
export const stallRequests = ({ page }: Scene, which: Parameters<Page["route"]>[0]) =>
  page.route(which, () => undefined);
