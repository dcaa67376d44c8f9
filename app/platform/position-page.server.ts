import { BoundedMap } from "../runtime/bounded-map";
import { PlatformError } from "./errors";
import type { Client } from "./client.server";
import type { PlatformReads } from "./hiring-platform.server";
import type { Position } from "./position.server";

/**
 * Each position's client when this isolate last read it: a guess that allows reading both in parallel.
 * The position's answer decides.
 */
const clientUuids = new BoundedMap<string, string>(10_000);

/** Pages by position: unchanged answers give the same page object. */
const made = new WeakMap<Position, { client: Client; page: PositionPage }>();

/**
 * Loads a position's page: the position (call 1) and its client (call 2), in parallel if this isolate
 * remembers the client, else in sequence.
 *
 * @throws PlatformError with the client's uuid if reading the client failed
 */
export async function loadPositionPage(
  platform: Pick<PlatformReads, "position" | "client">,
  positionUuid: string,
): Promise<PositionPage> {
  const remembered = clientUuids.get(positionUuid);
  const early = remembered === undefined ? undefined : settled(platform.client(remembered));
  const position = await platform.position(positionUuid);
  const { clientUuid } = position;
  const read =
    early && clientUuid === remembered ? await early : await settled(platform.client(clientUuid));
  if ("error" in read) {
    // The screen links to the career site of the error's client, unless that is missing.
    const { error } = read;
    const isKnown = error instanceof PlatformError && error.kind !== "not-found";
    throw isKnown ? error.ofClient(clientUuid) : error;
  }
  const client = read.value;
  clientUuids.set(positionUuid, clientUuid);
  const before = made.get(position);
  if (before?.client === client) return before.page;
  const page = pageOf(position, client);
  made.set(position, { client, page });
  return page;
}

/** Whether to ask for the specification's own optional fields. */
export type Standard = Required<Position["standard"]>;

export function pageOf(
  { uuid, name, clientUuid: _, answer, ...position }: Position,
  client: Client,
) {
  const standard: Standard = { ...standardOf(client), ...position.standard };
  const country = position.country ?? client.country;
  return {
    ...position,
    positionUuid: uuid,
    title: name,
    clientUuid: client.uuid,
    clientCode: client.code,
    companyName: client.name,
    companyDescription: client.description,
    isCvRequired: standard.cv === "required",
    standard,
    privacyPolicy: client.privacyPolicy,
    customCss: client.css,
    customJs: client.js,
    ...(client.logo !== undefined && { clientLogo: client.logo }),
    ...(client.mainImage !== undefined && { companyImage: client.mainImage }),
    ...(client.favicon !== undefined && { favicon: client.favicon }),
    ...(client.nextSteps !== undefined && { nextSteps: client.nextSteps }),
    ...(client.sections !== undefined && { sections: client.sections }),
    ...(client.languageDefault !== undefined && { languageDefault: client.languageDefault }),
    ...(client.languages !== undefined && { languages: client.languages }),
    ...(country !== undefined && { country }),
    // The company's country does not say where the work is done.
    ...(position.country !== undefined && { ownCountry: position.country }),
    // Placeholders of the specification's combined view.
    actionUrl: "",
    externalJobBoardKey: "",
    /** The parsed answers, for copies. */
    answers: { position: answer, client: client.answer },
  };
}

export type PositionPage = ReturnType<typeof pageOf>;

/** The defaults for positions without `standard`. */
export const standardOf = ({ isCvRequired }: { isCvRequired: boolean }): Standard => ({
  phone: "required",
  cv: isCvRequired ? "required" : "optional",
});

/** Turns a rejection into a value, so that one before the `await` is not unhandled. */
const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
