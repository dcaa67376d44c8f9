import type { Locator, Page } from "playwright/test";
import type { Language } from "../../../app/i18n/language";
import type { Messages } from "../../../app/i18n/messages";
import { fakeClientCode, fakeClientUuid, fakePositions, type Json } from "../fake-platform";
import { open } from "../fixtures";
import { fillIn } from "../form-page";
import { companyIn, positionIn } from "./contents";
import type { Stage } from "./stage";

/** The ways in which a state is looked at: with scripts and without. */
export const STATE_WAYS = ["full", "plain"] as const;
export type StateWay = (typeof STATE_WAYS)[number];

/** A page that is being brought to a state: where, how, and in which language with its words. */
export interface Scene {
  page: Page;
  stage: Stage;
  way: StateWay;
  language: Language;
  t: Messages;
}

/** Kinds of page; `form` is a position whose form is being filled in, `sent` one that was applied to. */
export type StateKind = "career-site" | "position" | "form" | "sent" | "screen";

/** A state that a screen of the product can be in, and how a visitor gets there. */
export interface ScreenState {
  /** In kebab-case. Pictures and trees are filed under it: it stays as it is. */
  name: string;
  kind: StateKind;
  /** The ways in which there is such a state. */
  ways: readonly StateWay[];
  /** What the browser says against it because it is such a state. */
  expectErrors?: RegExp;
  /** Selects what lies over the page in this state, for as long as nothing beside it is touched. */
  overlay?: string;
  /** Resolves when the page is in the state. Asserts nothing. */
  reach: (scene: Scene) => Promise<unknown>;
}

/** States of one kind. */
export const ofKind = (kind: StateKind, states: Omit<ScreenState, "kind">[]): ScreenState[] =>
  states.map((state) => ({ kind, ...state }));

export const BOTH = STATE_WAYS;
export const FULL = ["full"] as const;
export const PLAIN = ["plain"] as const;

/** What Chromium logs of a page that was answered with an error, and of a line that was cut. */
export const ERROR_STATUS = /status of [45]\d\d/;
export const CUT = /net::ERR_/;

export const CAREER_SITE = `/${fakeClientCode}/${fakeClientUuid}`;
export const POSITION = fakePositions.questions;
export const POSITION_PAGE = `/${fakeClientCode}/a-position/${POSITION}`;

/** Dresses the company; undefined takes something away. */
export function dress({ stage, language }: Scene, company: Json = {}) {
  stage.platform.client({ ...companyIn(language), ...stage.brand, ...company });
}

interface Opening {
  company?: Json;
  position?: Json;
  /** The site without mercy in place of the usual one. */
  strict?: boolean;
  uuid?: string;
}

/** Opens the page of a position, of a company that wants no CV unless it is told to. */
export async function openPosition(scene: Scene, opening: Opening = {}) {
  const { company, position, strict = false, uuid = POSITION } = opening;
  const { page, stage, way, language } = scene;
  dress(scene, company);
  stage.platform.position(uuid, { ...positionIn(language), client: fakeClientUuid, ...position });
  const site = strict ? stage.strictSite : stage.site;
  await open(page, way, `${site.url}/${fakeClientCode}/a-position/${uuid}`);
  await page.locator("#application").waitFor();
}

/** Fills in the form of whatever position the page shows. */
export const fill = ({ page, t }: Scene, filling: Parameters<typeof fillIn>[1] = {}) =>
  fillIn(page, {
    cv: null,
    labels: [t["apply.full_name"], t["apply.last_name"], t["apply.phone"]],
    ...filling,
  });

export const send = ({ page, t }: Scene) =>
  page.getByRole("button", { name: t["apply.submit"], exact: true }).click();

/** Waits for words in sight, as far as their first placeholder: some are there twice, to be seen and to be heard. */
export const see = ({ page }: Scene, words: string) =>
  page
    .getByText(words.split("{")[0] ?? "")
    .filter({ visible: true })
    .first()
    .waitFor();

/** Waits for what a button says. */
export const seeButton = ({ page }: Scene, name: string) =>
  page.getByRole("button", { name }).waitFor();

/** Never answers what is asked of such an address. */
export const hold = ({ page }: Scene, which: Parameters<Page["route"]>[0]) =>
  page.route(which, () => undefined);

/** Lets the browser send what it would rather not: the server is to say what is wrong. */
export const withoutChecks = (form: Locator) =>
  form.evaluate((element) => element.setAttribute("novalidate", ""));
