import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, onTestFinished, test, vi } from "vitest";
import { getObjects } from "~/app/application/delivery/objects.server";
import { FAILURES_UNTIL_DOWN } from "~/app/application/delivery/release";
import { BLOBS, DOUBLES } from "~/app/metrics/point";
import { fakeClientUuid, type fakePositions } from "../support/fake-platform-data";
import { candidate, crash as crashed, siteEnv, type Candidate, type Form } from "./candidate";
import { getAlarm, advance, runAlarm, SECOND, timeOut } from "./clock";
import { given } from "./given";
import { answer, platform, type Behaviour } from "./platform";
import { damage, newCv, store, stored } from "./storage";
import { getEntry, index, operator } from "./undelivered";

/* A row in `invariants-*.test.ts` is a test title and a script. A script is a list of events with the expectations
 * after each event. Ana applies for one position with a CV. `Math.random` returns 0 by default.
 */

export type Step = [event: Event, seen?: Seen];
export type Event = (world: World) => unknown;

/** Expectations after an event. Counts start at the beginning of the script. */
export interface Seen {
  /** The event's result: a receipt's status, another outcome, or some of the result's properties. */
  answer?: unknown;
  /** The receipt's status. It is checked after the stored state, because opening a receipt can change the state. */
  status?: string | undefined;
  /** Some of the receipt's properties. */
  receipt?: object;
  /** The number of attempts that reached the platform. */
  posts?: number;
  /** The number of applications that the platform accepted. */
  takes?: number;
  /** Some of the last attempt's properties. */
  post?: object;
  /** The state of the entry in the operators' list, `not` if there is no entry, or some of the entry's properties. */
  listed?: string | object;
  /** Some properties of the operator's view. */
  view?: object;
  /** Time until the alarm, in ms. */
  alarm?: number | "none";
  /** The stored data: all contents, only files, no contents, or no data at all. */
  holds?: "all" | "files" | "nothing" | "no byte";
  /** The held files as the object returns them. */
  held?: object[];
  /** Expected errors in the log. If omitted, no errors are expected. */
  log?: RegExp;
  /** Some columns of the last metrics point. */
  point?: object;
}

export interface World {
  ana: Candidate;
  cv: ReturnType<typeof newCv>;
  cvs: ReturnType<typeof newCv>[];
  /** The numbers of all uploads that Ana started, including complete ones. */
  uploads: number[];
  /** The result of the event that `begin` started. */
  pending: Promise<unknown> | undefined;
  answers: unknown[];
  errors: string[];
  points: Record<string, unknown>[];
  isAlarmLost: boolean;
}

/** Ana's personal data in the form. */
const PERSONAL_DATA = ["Pérez", "34612345678", "bicicletas", "ana@example.com", "rather-not-say"];

const ANSWERS = {
  fields: [{ id: "email", value: "ana@example.com" }],
  voluntary: [{ id: "d_9", value: "rather-not-say" }],
  source: { utm_source: "LinkedIn" },
};

export const testScripts = (
  rows: Record<string, Step[]>,
  position?: keyof typeof fakePositions,
): void => test.each(Object.entries(rows))("%s", (_, script) => play(script, position));

export const each = <Item>(
  items: readonly Item[],
  row: (item: Item, number: number) => [title: string, ...script: Step[]],
): Record<string, Step[]> =>
  Object.fromEntries(
    items.map((item, number) => {
      const [title, ...script] = row(item, number);
      return [title, script];
    }),
  );

async function play(script: readonly Step[], position?: keyof typeof fakePositions) {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const logged = listen();
  const points = metrics();
  const cv = newCv();
  const ana = await candidate(position && { position });
  const world: World = {
    ...{ ana, cv, cvs: [cv], uploads: [], pending: undefined, answers: [] },
    ...{ errors: logged.errors, points, isAlarmLost: false },
  };
  for (const [number, [event, seen = {}]] of script.entries()) {
    logged.errors.length = 0;
    const answered = await event(world);
    world.answers.push(answered);
    try {
      const found = await inspect(world);
      await check(world, answered, { seen, found });
      checkAlways(world, logged.lines, { seen, found });
    } catch (error) {
      if (error instanceof Error) error.message = `Step ${number + 1}: ${error.message}`;
      throw error;
    }
  }
}

/** Reads the state after an event without changing it. */
async function inspect({ ana: { object, ...ana } }: World) {
  const alarmAt = await getAlarm(object);
  return {
    alarm: alarmAt === null ? ("none" as const) : alarmAt - Date.now(),
    left: await stored(object),
    entry: await getEntry({ object, ...ana }),
    view: await object.view(),
  };
}

type Found = Awaited<ReturnType<typeof inspect>>;

async function check(
  world: World,
  answered: unknown,
  { seen, found: { alarm, left, entry, view } }: { seen: Seen; found: Found },
): Promise<void> {
  const { ana, errors } = world;
  const found = {
    alarm,
    holds: "holds" in seen ? findStored(world, left, seen.holds) : undefined,
    listed: typeof seen.listed === "object" ? entry : (entry?.state ?? "not"),
    posts: platform.attempts.length,
    takes: platform.taken().length,
  };
  for (const key of ["alarm", "holds", "listed", "posts", "takes"] as const) {
    if (key in seen) expect(found, key).toMatchObject({ [key]: seen[key] });
  }
  if ("post" in seen) expect(platform.attempts.at(-1)).toMatchObject(seen.post ?? {});
  if ("view" in seen) expect(view).toMatchObject(seen.view ?? {});
  if ("held" in seen) expect(await ana.object.heldFiles()).toMatchObject(seen.held ?? []);
  if ("point" in seen) expect(world.points.at(-1)).toMatchObject(seen.point ?? {});
  if ("answer" in seen) {
    const isShort = typeof seen.answer !== "object" || seen.answer === null;
    if (isShort) expect(summarize(answered), "answer").toEqual(seen.answer);
    else expect(answered).toMatchObject(seen.answer ?? {});
  }
  if ("receipt" in seen) {
    expect(await ana.object.receipt(ana.positionUuid)).toMatchObject(seen.receipt ?? {});
  }
  if ("status" in seen) expect(await ana.status(), "status").toBe(seen.status);
  if (seen.log) expect(errors.join("\n")).toMatch(seen.log);
  else expect(errors).toEqual([]);
}

function checkAlways(
  world: World,
  lines: string[],
  { seen, found: { alarm, left, entry, view } }: { seen: Seen; found: Found },
): void {
  const { ana, cvs, points } = world;
  const markers = cvs.map(({ marker }) => marker);
  const privateTexts = [...PERSONAL_DATA, ...markers, ana.id];

  // The platform receives one attempt at a time, with complete files. The key is the id or the form's separate key.
  expect(platform.underWay.most).toBeLessThanOrEqual(1);
  for (const { key, cv } of platform.attempts) {
    if (key !== ana.id) expect(key).toMatch(/^[0-9a-f]{64}$/);
    if (cv) expect(cvs.some(({ content }) => cv.bytes.equals(content))).toBe(true);
  }
  // Logs, metrics, the list and the receipt contain nothing that Ana entered.
  const receipts = world.answers.map((answer) => toParts(answer).receipt ?? {});
  for (const output of [lines, index.entries, points, receipts]) {
    for (const text of privateTexts) expect(JSON.stringify(output)).not.toContain(text);
  }
  // An application is in the list if and only if its contents are stored.
  const isSending = view?.state === "sending";
  if (!isSending && index.mode === "answer" && !("listed" in seen)) {
    expect(entry !== undefined, "is listed").toBe(view?.hasContents ?? false);
  }
  if (!view?.hasContents) for (const text of PERSONAL_DATA) expect(left).not.toContain(text);
  // After `taken`, the second form's file stays stored until it moves to that form's new application id.
  const isTaken = world.answers.flat().some((answer) => summarize(answer) === "taken");
  if (view?.state === "delivered" && !isTaken) {
    for (const text of [...markers, ana.id]) expect(left).not.toContain(text);
  }
  // An alarm is set if and only if anything is stored.
  if (!world.isAlarmLost) expect(alarm === "none").toBe(left === "[]");
}

const toParts = (answered: unknown): { receipt?: { status: string }; outcome?: string } =>
  Object(answered ?? {}) as object; // both properties are optional

const summarize = (answered: unknown): unknown => {
  const { receipt, outcome } = toParts(answered);
  return receipt?.status ?? outcome ?? answered;
};

function findStored({ ana, cv }: World, left: string, seen: Seen["holds"]): Seen["holds"] {
  const all =
    [...PERSONAL_DATA, ana.id].every((text) => left.includes(text)) && left.includes(cv.marker);
  if (all) return "all";
  if ([...PERSONAL_DATA, ana.id].some((text) => left.includes(text)))
    throw new Error("Only some of the contents are stored");
  if (left.includes(cv.marker)) return "files";
  return left === "[]" && seen === "no byte" ? "no byte" : "nothing";
}

/** Records all logged lines, and errors separately. */
function listen() {
  const logged = { lines: [] as string[], errors: [] as string[] };
  for (const level of ["error", "warn", "log", "info"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      const line = words.map(String).join(" ");
      logged.lines.push(line);
      if (level === "error") logged.errors.push(line);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return logged;
}

function metrics() {
  const points: Record<string, unknown>[] = [];
  const names: readonly string[] = [...BLOBS, ...DOUBLES];
  const writeDataPoint = ({ blobs = [], doubles = [] }: AnalyticsEngineDataPoint = {}) => {
    const values = [...blobs, ...doubles];
    points.push(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  };
  given.env = { ...given.env, METRICS: { writeDataPoint } };
  return points;
}

/** Sends an application with a CV of `bytes` bytes. */
export async function applied(bytes: number): Promise<Pick<World, "ana" | "cv">> {
  const ana = await candidate();
  const cv = newCv(bytes);
  await ana.send({ upload: await store(ana.object, cv.content) });
  return { ana, cv };
}

/* Events */

/** Which CV the form has: `held` is the held CV, and `named` refers to the last upload by its number. */
type Chosen = "same" | "other" | "held" | "named" | "none";

export interface Submitted extends Form {
  file?: Chosen;
  /** Whether the Worker sends the form again after a crash of the object. */
  isRepeat?: boolean;
}

async function uploadCv(world: World, file: Chosen): Promise<number | undefined> {
  const { object } = world.ana;
  if (file === "none") return undefined;
  if (file === "held") return object.findUpload(undefined);
  if (file === "named") return world.uploads.at(-1);
  if (file === "other") world.cvs.push((world.cv = newCv()));
  const upload = await store(object, world.cv.content);
  world.uploads.push(upload);
  return upload;
}

/** Sends Ana's form. `behaviours` are the platform's behaviours for the next attempts, in order. */
export const submit =
  (
    { file = "same", isRepeat = false, ...form }: Submitted = {},
    ...behaviours: Behaviour[]
  ): Event =>
  async (world) => {
    platform.next(...behaviours);
    const upload = await uploadCv(world, file);
    return world.ana.send({ ...ANSWERS, ...form, upload }, isRepeat);
  };

/** Steps that leave Ana with a receipt and an application that is undelivered after two refusals. */
export const REFUSED_LATER: Step[] = [
  [submit({}, answer(429), ...Array<Behaviour>(2).fill(answer(400, { detail: "No" })))],
  [(world) => alarm()(world)],
  [(world) => alarm()(world), { status: "undelivered", posts: 3, log: /refused/ }],
];

export const hold: Event = async (world) => {
  const upload = await uploadCv(world, "same");
  return upload === undefined ? undefined : world.ana.object.holdFile(upload);
};

export const correct = (form: Submitted = {}, ...behaviours: Behaviour[]): Event =>
  submit({ isCorrection: true, ...form }, ...behaviours);

/** Moves the clock to the alarm and runs it. */
export const alarm =
  (...behaviours: Behaviour[]): Event =>
  async ({ ana }) => {
    platform.next(...behaviours);
    await runAlarm(ana.object);
  };

/** Moves the clock forward and runs each alarm when it is due. */
export const wait =
  (milliseconds: number): Event =>
  ({ ana }) =>
    advance(ana.object, milliseconds);

/** Moves the clock forward without running alarms. */
export const sleep =
  (milliseconds: number): Event =>
  () => {
    vi.setSystemTime(Date.now() + milliseconds);
  };

/** Starts an event and waits until it calls the platform, but does not wait for its result. */
export const begin =
  (event: Event): Event =>
  async (world) => {
    const { length } = platform.attempts;
    world.pending = Promise.resolve(event(world)).catch(() => "cut off");
    await platform.waitForAttempts(length + 1);
  };

/** Lets the event from `begin` time out. @returns the event's result */
export const end: Event = async ({ ana, pending }) => {
  await timeOut(ana.object, 30 * SECOND);
  return pending;
};

export const verify =
  (assertion: (world: World) => unknown): Event =>
  async (world) => {
    await assertion(world);
  };

/** Checks that the last two events had equal results. */
export const sameAnswer: Event = verify(({ answers }) =>
  expect(answers.at(-1)).toEqual(answers.at(-2)),
);

/** Runs events concurrently. @returns their outcomes */
export const concurrently =
  (...events: Event[]): Event =>
  async (world) =>
    (await Promise.all(events.map((event) => event(world)))).map(summarize);

/** Restarts the object, as a crash or a deployment does. */
export const crash: Event = async (world) => {
  world.ana = await crashed(world.ana);
  await world.pending;
  platform.underWay.now = 0;
};

export const crashDuring =
  (event: Event): Event =>
  async (world) => {
    await begin(event)(world);
    await crash(world);
  };

export const deploy =
  (variables: Record<`${string}_${string}`, string>): Event =>
  async (world) => {
    Object.assign(given.env, variables);
    await crash(world);
  };

export const correction =
  (position?: string): Event =>
  ({ ana }) =>
    ana.object.correction(position ?? ana.positionUuid);

export const openReceipt: Event = ({ ana }) => ana.object.receipt(ana.positionUuid);

export const operate =
  (word: "send" | "drop" | "show" | "exportContents", ...behaviours: Behaviour[]): Event =>
  ({ ana }) => {
    platform.next(...behaviours);
    return operator()[word](ana.receiptId);
  };

/** Runs "send all". @returns the name of the first count above 0 */
export const sendAll: Event = async ({ ana }) => {
  const counts = Object.entries(await operator().enqueue([ana.receiptId]));
  return counts.find(([, count]) => count > 0)?.[0];
};

export const platformDoes =
  (behaviour: Behaviour | undefined): Event =>
  () =>
    platform.always(behaviour);

export const indexDoes =
  (mode: (typeof index)["mode"]): Event =>
  () => {
    index.mode = mode;
  };

/** Deletes the object's alarm, as a runtime fault would. */
export const loseAlarm: Event = async (world) => {
  world.isAlarmLost = true;
  await runInDurableObject(world.ana.object, (_, { storage }) => storage.deleteAlarm());
};

/** Changes a digit of the phone number in the stored state. */
export const damageForm: Event = ({ ana }) =>
  runInDurableObject(ana.object, (_, { storage }) => {
    const text = JSON.stringify(storage.kv.get("state"));
    expect(text).toContain("34612345678");
    storage.kv.put("state", JSON.parse(text.replace("34612345678", "34612345679")));
  });

/** Makes each deletion of a file fail and undo the writes before it, as in a damaged database. */
export const damageDeletions: Event = ({ ana }) =>
  runInDurableObject(ana.object, (_, { storage }) => {
    storage.sql.exec(
      "CREATE TRIGGER damaged BEFORE DELETE ON piece BEGIN SELECT RAISE(ROLLBACK, 'damaged'); END",
    );
  });

export const repairDeletions: Event = ({ ana }) =>
  runInDurableObject(ana.object, (_, { storage }) => {
    storage.sql.exec("DROP TRIGGER damaged");
  });

export const damageFiles =
  (isLost = false): Event =>
  ({ ana }) =>
    damage(ana.object, isLost);

/** Sets the result of `Math.random`. */
export const chance =
  (share: number): Event =>
  () => {
    vi.mocked(Math.random).mockReturnValue(share);
  };

/** Reports failures until the release limiter considers the platform down. */
export const platformIsDown =
  (retryAfterMs = 0, client = fakeClientUuid): Event =>
  async () => {
    const limiter = getObjects(siteEnv()).release(client);
    for (let misses = 0; misses < FAILURES_UNTIL_DOWN; misses += 1) {
      await limiter.report({ receiptId: `${misses}`, isDown: true, retryAfterMs });
    }
  };

/**
 * Runs an alarm while each call to the limiter returns `does()`, and makes these calls time out.
 * @param meanwhile runs during the first call to the limiter
 */
export const alarmWhileLimiter =
  (does: () => Promise<never>, meanwhile: Event = () => undefined): Event =>
  async (world) => {
    let calls = 0;
    const call = () => {
      calls += 1;
      return does();
    };
    given.env.RELEASE = {
      idFromName: (name: string) => name,
      get: () => ({ requestSlot: call, report: call }),
    } as unknown as ReturnType<typeof siteEnv>["RELEASE"]; // has all methods that an application uses
    await crash(world);
    const { object } = world.ana;
    vi.setSystemTime(Math.max(Date.now(), (await getAlarm(object)) ?? 0));
    let seen = 0;
    const alarm = { isRunning: true };
    const ran = runDurableObjectAlarm(object).finally(() => (alarm.isRunning = false));
    while (alarm.isRunning) {
      await scheduler.wait(1);
      if (seen === calls) continue;
      if (seen === 0) await meanwhile(world);
      seen = calls;
      await timeOut(object, 4 * SECOND);
    }
    await ran;
  };
