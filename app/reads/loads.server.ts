import { isSameId } from "~/contract/ids";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { ListedPosition } from "../platform/listed-positions.server";
import { createPositionPage, type PositionPage } from "../platform/position-page.server";
import type { CareerSite } from "../platform/types";
import { createSharedDeadline } from "../runtime/deadline.server";
import { clientsOfPositions, codes } from "./memory.server";
import { combineReads, type Read, type ReadOptions, type Reads } from "./reads.server";
import type { WaitUntil } from "./shared-work.server";

/** Time limit for all data of a screen, in ms. The candidate has already waited for the page. */
const SCREEN_TIMEOUT_MS = 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface LoadsOptions {
  reads: Reads;
  /** The company that owns the requested host; undefined on the shared host. */
  owner: string | undefined;
  /** The company's code in the requested path, in lower case. It might not be the code of the position's company. */
  code: string | undefined;
  /** Age at which a receipt's position is refreshed in the background, in ms. */
  renewAfterMs: number;
  waitUntil: WaitUntil;
  mayLookUpCode: () => boolean;
  onMissingCode: () => void;
}

/**
 * Creates functions that load the data of pages. On a company's own host, other companies' pages are 404.
 *
 * `position` and `careerSite` throw `PlatformError`.
 */
export function createLoads(options: LoadsOptions) {
  const { reads, owner, code, renewAfterMs, waitUntil, mayLookUpCode, onMissingCode } = options;
  const withinDeadline = createSharedDeadline(SCREEN_TIMEOUT_MS);
  const isOnThisHost = (clientUuid: string) => owner === undefined || isSameId(clientUuid, owner);

  /** Reads the client with the code in the path from memory or a copy. */
  const findByCode = async (): Promise<Read<Client> | undefined> =>
    code !== undefined && mayLookUpCode() ? reads.getOldByCode(code) : undefined;

  const uuidOfCode = code === undefined ? undefined : codes.get(code);

  /** Finds the uuid of the company that a screen shows, by the code in the path. */
  async function findUuidByCode(): Promise<string | undefined> {
    if (code === undefined || uuidOfCode !== undefined || !mayLookUpCode()) return uuidOfCode;
    const found = await findByCode();
    if (!found) onMissingCode();
    return found?.value.uuid;
  }

  /** Guesses the uuid of a position's client without calling the platform. */
  async function guessClient(positionId: string): Promise<string | undefined> {
    const cachedUuid = reads.getCached("position", positionId)?.value.clientUuid;
    const known = cachedUuid ?? clientsOfPositions.get(positionId) ?? owner ?? uuidOfCode;
    if (known !== undefined || !reads.mayCallPlatform()) return known;
    const byPosition = reads.getOld("position", positionId);
    const byCode = findByCode();
    return (await byPosition)?.value.clientUuid ?? (await byCode)?.value.uuid;
  }

  /** Loads a position and its client, in parallel if the client can be guessed. */
  async function loadPosition(id: string, options: ReadOptions = {}): Promise<Read<PositionPage>> {
    void readGuessedClient(id, options).catch(() => undefined);
    const position = await reads.read("position", id, options).catch((error: unknown) => {
      throw error instanceof PlatformError ? hideOtherCompany(error) : error;
    });
    const { clientUuid } = position.value;
    if (!isOnThisHost(clientUuid)) throw otherCompanyError();
    try {
      // Don't wait for an unreachable platform twice.
      const isAway = position.from === "copy";
      const client = await reads.read("client", clientUuid, { ...options, isAway });
      return combineReads(createPositionPage(position.value, client.value), [position, client]);
    } catch (error) {
      // The screen links to the client's career site if the client exists.
      const isKnown = error instanceof PlatformError && !error.isGone;
      throw isKnown ? error.withClient(clientUuid) : error;
    }
  }

  async function readGuessedClient(positionId: string, options: ReadOptions): Promise<void> {
    const guess = await guessClient(positionId);
    if (guess !== undefined && isOnThisHost(guess)) {
      await reads.read("client", guess, { ...options, isGuess: true });
    }
  }

  return {
    position: loadPosition,

    /**
     * Loads a position and its client from memory or copies, without waiting for the platform. Refreshes old
     * or missing data in the background.
     */
    async storedPosition(id: string): Promise<PositionPage | undefined> {
      const guessing = owner === undefined ? findByCode() : reads.getOld("client", owner);
      const [position, guessed] = await Promise.all([reads.getOld("position", id), guessing]);
      const uuid = position?.value.clientUuid;
      const isOther = uuid !== undefined && guessed?.value.uuid !== uuid;
      const client = isOther ? await reads.getOld("client", uuid) : guessed;
      const isNew = (read: Read<unknown>) => Date.now() - read.readAt < renewAfterMs;
      if (!position || !client || !isNew(position) || !isNew(client)) {
        waitUntil(loadPosition(id).catch(() => undefined));
      }
      if (!position || !client || !isOnThisHost(client.value.uuid)) return undefined;
      return createPositionPage(position.value, client.value);
    },

    /** Returns a company's uuid. Reads the company unless `id` is a uuid, because `id` can be the company's code. */
    async companyUuid(id: string): Promise<string> {
      if (UUID.test(id)) return id;
      const { uuid } = (reads.getCached("client", id) ?? (await reads.read("client", id))).value;
      if (!isOnThisHost(uuid)) throw otherCompanyError();
      return uuid;
    },

    /** Loads a client and its positions. A client with neither a name nor positions causes a 404. */
    async careerSite(clientUuid: string): Promise<Read<CareerSite>> {
      if (!isOnThisHost(clientUuid)) throw otherCompanyError();
      const parts = await Promise.all([
        reads.read("client", clientUuid),
        reads.read("positions", clientUuid),
      ]);
      const [{ value: company }, { value: jobs }] = parts;
      if (company.name === "" && jobs.length === 0) {
        throw new PlatformError({ kind: "not-found", message: "The career site is empty" });
      }
      return combineReads({ company, jobs }, parts);
    },

    /** Loads a company's positions for a screen. Returns an empty list on a timeout or error. */
    jobsForScreen: (clientUuid: string): Promise<readonly ListedPosition[]> =>
      withinDeadline(async () => (await reads.read("positions", clientUuid)).value).catch(() => []),

    /**
     * Loads the company that a screen shows. Returns undefined if this fails.
     *
     * @param uuid the company's uuid, if known from the error or the path
     */
    async company(uuid: string | undefined = owner): Promise<Client | undefined> {
      const id = uuid ?? (await withinDeadline(findUuidByCode).catch(() => undefined));
      if (id === undefined || !isOnThisHost(id)) return undefined;
      const company = await withinDeadline(
        async () => (await reads.read("client", id)).value,
      ).catch(() => reads.getCached("client", id)?.value);
      return company?.name === "" ? undefined : company;
    },
  };

  /** On a company's own host, removes a position from an error unless the company owns the position. */
  function hideOtherCompany(error: PlatformError): PlatformError {
    const { clientUuid, kind, message } = error;
    if (owner === undefined) return error;
    if (clientUuid !== undefined) return isOnThisHost(clientUuid) ? error : otherCompanyError();
    return error.position ? new PlatformError({ kind, message }, { cause: error }) : error;
  }
}

export type Loads = ReturnType<typeof createLoads>;

const otherCompanyError = () =>
  new PlatformError({ kind: "not-found", message: "Belongs to another host's company" });
