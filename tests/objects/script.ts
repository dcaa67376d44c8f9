import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, onTestFinished, test, vi } from "vitest";
import { getObjects } from "../../app/application/delivery/objects.server";
import { FAILURES_UNTIL_DOWN } from "../../app/application/delivery/release";
import { BLOBS, DOUBLES } from "../../app/metrics/point";
import { fakeClientUuid, type fakePositions } from "../support/fake-platform-data";
import { candidate, crash as crashed, siteEnv, type Candidate, type Form } from "./candidate";
import { alarmOf, pass, ring, SECOND, timeOut } from "./clock";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { damage, newCv, store, stored } from "./storage";
import { entryOf, index, operator } from "./undelivered";

/*
 * A row of the tables in `invariants-*.test.ts` is a promise and a script that proves it: events, and what
 * is seen from outside after each. Ana applies with a CV for one position; chance is 0 unless a row says
 * otherwise. What no row has to say, because it always holds, is in `checkAlways`.
 */

export type Step = [event: Event, seen?: Seen];
export type Event = (world: World) => unknown;

/** What is seen after an event. Numbers count from the beginning of the row. */
export interface Seen {
  /** A receipt's status, another outcome, or a part of what is answered. */
  answer?: unknown;
  /** The status on the receipt; undefined if there is none. Opening a receipt may mend things, so it is looked at last. */
  status?: string | undefined;
  /** A part of the receipt. */
  receipt?: object;
  /** Attempts that the platform has heard, and applications that it has taken. */
  posts?: number;
  takes?: number;
  /** A part of the last attempt. */
  post?: object;
  /** The state in the operators' list, or a part of the entry. */
  listed?: string | object;
  /** A part of what an operator sees. */
  view?: object;
  /** How far off the alarm is, in ms. */
  alarm?: number | "none";
  /** What is left in the object's storage: of what was sent, the files alone, nothing of it, or nothing. */
  holds?: "all" | "files" | "nothing" | "no byte";
  /** Each file that is held, as a browser is told of it. */
  held?: object[];
  /** What the log says as an error. Without this nothing may be logged as one. */
  log?: RegExp;
  /** A part of the last point of the metrics. */
  point?: object;
}

export interface World {
  ana: Candidate;
  /** The CV that Ana chose last, and all that she chose. */
  cv: ReturnType<typeof newCv>;
  cvs: ReturnType<typeof newCv>[];
  /** The object's numbers for files that were sent, or whose upload was begun. */
  uploads: number[];
  /** The answer of an event that has not ended. */
  pending: Promise<unknown> | undefined;
  /** What any event has answered, the last one at the end. */
  answers: unknown[];
  errors: string[];
  points: Record<string, unknown>[];
  isAlarmLost: boolean;
}

/** Answers that nobody but Ana and the platform may see; the CV's text and the secret id are others. */
const OWN = ["Pérez", "34612345678", "bicicletas", "ana@example.com", "rather-not-say"];

const ANSWERS = {
  fields: [{ id: "email", value: "ana@example.com" }],
  voluntary: [{ id: "d_9", value: "rather-not-say" }],
  source: { utm_source: "LinkedIn" },
};

/** Plays each row: a promise, and the script that proves it. */
export const prove = (rows: Record<string, Step[]>, position?: keyof typeof fakePositions): void =>
  test.each(Object.entries(rows))("%s", (_, script) => play(script, position));

/** A row for each of these. */
export const each = <One>(
  all: readonly One[],
  row: (one: One, number: number) => [promise: string, ...script: Step[]],
): Record<string, Step[]> =>
  Object.fromEntries(
    all.map((one, number) => {
      const [promise, ...script] = row(one, number);
      return [promise, script];
    }),
  );

async function play(script: readonly Step[], position?: keyof typeof fakePositions) {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const said = listen();
  const points = metrics();
  const cv = newCv();
  const ana = await candidate(position && { position });
  const world: World = {
    ...{ ana, cv, cvs: [cv], uploads: [], pending: undefined, answers: [] },
    ...{ errors: said.errors, points, isAlarmLost: false },
  };
  for (const [number, [event, seen = {}]] of script.entries()) {
    said.errors.length = 0;
    const answered = await event(world);
    world.answers.push(answered);
    try {
      const found = await lookAt(world);
      await check(world, answered, { seen, found });
      checkAlways(world, said.lines, { seen, found });
    } catch (error) {
      if (error instanceof Error) error.message = `Step ${number + 1}: ${error.message}`;
      throw error;
    }
  }
}

/** What is there after an event. Looking changes nothing. */
async function lookAt({ ana: { object, ...ana } }: World) {
  const at = await alarmOf(object);
  return {
    alarm: at === null ? ("none" as const) : at - Date.now(),
    left: await stored(object),
    entry: await entryOf({ object, ...ana }),
    view: await object.view(),
  };
}

type Found = Awaited<ReturnType<typeof lookAt>>;

async function check(
  world: World,
  answered: unknown,
  { seen, found: { alarm, left, entry, view } }: { seen: Seen; found: Found },
): Promise<void> {
  const { ana, errors } = world;
  const found = {
    alarm,
    holds: "holds" in seen ? holdsOf(world, left, seen.holds) : undefined,
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
    if (isShort) expect(shortOf(answered), "answer").toEqual(seen.answer);
    else expect(answered).toMatchObject(seen.answer ?? {});
  }
  if ("receipt" in seen) {
    expect(await ana.object.receipt(ana.positionUuid)).toMatchObject(seen.receipt ?? {});
  }
  if ("status" in seen) expect(await ana.status(), "status").toBe(seen.status);
  if (seen.log) expect(errors.join("\n")).toMatch(seen.log);
  else expect(errors).toEqual([]);
}

/** What holds after each event of each row. */
function checkAlways(
  world: World,
  lines: string[],
  { seen, found: { alarm, left, entry, view } }: { seen: Seen; found: Found },
): void {
  const { ana, cvs, points } = world;
  const markers = cvs.map(({ marker }) => marker);
  const private_ = [...OWN, ...markers, ana.id];

  // The platform gets one attempt at a time, always under the same key, and every file whole.
  expect(platform.underWay.most).toBeLessThanOrEqual(1);
  for (const { key, cv } of platform.attempts) {
    expect(key).toBe(ana.id);
    if (cv) expect(cvs.some(({ content }) => cv.bytes.equals(content))).toBe(true);
  }
  // Nothing that Ana entered is logged, counted, listed or on the receipt.
  const receipts = world.answers.map((answer) => partsOf(answer).receipt ?? {});
  for (const told of [lines, index.entries, points, receipts]) {
    for (const text of private_) expect(JSON.stringify(told)).not.toContain(text);
  }
  // What has contents can be sent, and is listed until then. Nothing else keeps any.
  const isSending = view?.state === "sending";
  if (!isSending && index.does === "answer" && !("listed" in seen)) {
    expect(entry !== undefined, "is listed").toBe(view?.hasContents ?? false);
  }
  if (!view?.hasContents) for (const text of OWN) expect(left).not.toContain(text);
  // The file of other contents waits to be copied to their successor.
  const isTaken = world.answers.flat().some((answer) => shortOf(answer) === "taken");
  if (view?.state === "delivered" && !isTaken) {
    for (const text of [...markers, ana.id]) expect(left).not.toContain(text);
  }
  // As long as anything is stored, an alarm is set; in the end nothing is.
  if (!world.isAlarmLost) expect(alarm === "none").toBe(left === "[]");
}

const partsOf = (answered: unknown): { receipt?: { status: string }; outcome?: string } =>
  Object(answered ?? {}) as object; // any object may have these

const shortOf = (answered: unknown): unknown => {
  const { receipt, outcome } = partsOf(answered);
  return receipt?.status ?? outcome ?? answered;
};

function holdsOf({ ana, cv }: World, left: string, seen: Seen["holds"]): Seen["holds"] {
  const all = [...OWN, ana.id].every((text) => left.includes(text)) && left.includes(cv.marker);
  if (all) return "all";
  if ([...OWN, ana.id].some((text) => left.includes(text))) throw new Error("A part is left");
  if (left.includes(cv.marker)) return "files";
  return left === "[]" && seen === "no byte" ? "no byte" : "nothing";
}

/** Everything that is logged, and what of it is an error. */
function listen() {
  const said = { lines: [] as string[], errors: [] as string[] };
  for (const level of ["error", "warn", "log", "info"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      const line = words.map(String).join(" ");
      said.lines.push(line);
      if (level === "error") said.errors.push(line);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return said;
}

/** The points that the objects of a test write, by the columns' names. */
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

/** An application with a CV of so many bytes. */
export async function applied(bytes: number): Promise<Pick<World, "ana" | "cv">> {
  const ana = await candidate();
  const cv = newCv(bytes);
  await ana.send({ upload: await store(ana.object, cv.content) });
  return { ana, cv };
}

/* Events. */

/** How a form comes by its CV: `held`: without one; `named`: by the number of the last; `none`: no CV. */
type Chosen = "same" | "other" | "held" | "named" | "none";

export interface Submitted extends Form {
  file?: Chosen;
  /** The Worker submits it once more by itself, because the object broke. */
  isRepeat?: boolean;
}

async function chosen(world: World, file: Chosen): Promise<number | undefined> {
  const { object } = world.ana;
  if (file === "none") return undefined;
  if (file === "held") return object.findUpload(undefined);
  if (file === "named") return world.uploads.at(-1);
  if (file === "other") world.cvs.push((world.cv = newCv()));
  const upload = await store(object, world.cv.content);
  world.uploads.push(upload);
  return upload;
}

/** Ana sends the form; the platform answers with these, in turn, and then accepts. */
export const submit =
  ({ file = "same", isRepeat = false, ...form }: Submitted = {}, ...moods: Mood[]): Event =>
  async (world) => {
    platform.next(...moods);
    const upload = await chosen(world, file);
    return world.ana.send({ ...ANSWERS, ...form, upload }, isRepeat);
  };

/** It was received, and refused for good when Ana had left. */
export const REFUSED_LATER: Step[] = [
  [submit({}, answer(429), ...Array<Mood>(2).fill(answer(400, { detail: "No" })))],
  [(world) => alarm()(world)],
  [(world) => alarm()(world), { status: "undelivered", posts: 3, log: /refused/ }],
];

/** Ana chooses the CV, and it is held until the form is sent. */
export const hold: Event = async (world) => {
  const upload = await chosen(world, "same");
  return upload === undefined ? undefined : world.ana.object.holdFile(upload);
};

/** A correction of what was refused. */
export const correct = (form: Submitted = {}, ...moods: Mood[]): Event =>
  submit({ isCorrection: true, ...form }, ...moods);

/** The clock moves to the alarm, and it rings. */
export const alarm =
  (...moods: Mood[]): Event =>
  async ({ ana }) => {
    platform.next(...moods);
    await ring(ana.object);
  };

/** Time passes, with every alarm in it. */
export const wait =
  (milliseconds: number): Event =>
  ({ ana }) =>
    pass(ana.object, milliseconds);

/** Time passes, and no alarm rings. */
export const sleep =
  (milliseconds: number): Event =>
  () => {
    vi.setSystemTime(Date.now() + milliseconds);
  };

/** An event begins, and the platform is asked; its answer is not waited for. */
export const begin =
  (event: Event): Event =>
  async (world) => {
    const { length } = platform.attempts;
    world.pending = Promise.resolve(event(world)).catch(() => "cut off");
    await platform.heard(length + 1);
  };

/** What was begun runs into its time limit. */
export const end: Event = async ({ ana, pending }) => {
  await timeOut(ana.object, 30 * SECOND);
  return pending;
};

/** Another look at what is seen. */
export const look =
  (at: (world: World) => unknown): Event =>
  async (world) => {
    await at(world);
  };

/** The last event was answered as the one before it. */
export const asBefore: Event = look(({ answers }) =>
  expect(answers.at(-1)).toEqual(answers.at(-2)),
);

/** Events at the same moment. @returns their answers in short */
export const together =
  (...events: Event[]): Event =>
  async (world) =>
    (await Promise.all(events.map((event) => event(world)))).map(shortOf);

/** The object ends as in a crash or a deployment: its storage stays. */
export const crash: Event = async (world) => {
  world.ana = await crashed(world.ana);
  await world.pending;
  platform.underWay.now = 0;
};

/** An attempt is under way when the object crashes. */
export const crashDuring =
  (event: Event): Event =>
  async (world) => {
    await begin(event)(world);
    await crash(world);
  };

/** The site is deployed with other variables. */
export const deploy =
  (variables: Record<`${string}_${string}`, string>): Event =>
  async (world) => {
    Object.assign(given.env, variables);
    await crash(world);
  };

/** The browser that sent a refused application asks for what its form needs. */
export const correction =
  (position?: string): Event =>
  ({ ana }) =>
    ana.object.correction(position ?? ana.positionUuid);

export const openReceipt: Event = ({ ana }) => ana.object.receipt(ana.positionUuid);

/** An operator's command. */
export const operate =
  (word: "send" | "drop" | "show" | "exportContents", ...moods: Mood[]): Event =>
  ({ ana }) => {
    platform.next(...moods);
    return operator()[word](ana.receiptId);
  };

/** @returns what became of it: the one count that is not 0 */
export const sendAll: Event = async ({ ana }) => {
  const counts = Object.entries(await operator().enqueue([ana.receiptId]));
  return counts.find(([, count]) => count > 0)?.[0];
};

/** What the platform does from now on. */
export const platformDoes =
  (mood: Mood | undefined): Event =>
  () =>
    platform.always(mood);

export const indexDoes =
  (does: (typeof index)["does"]): Event =>
  () => {
    index.does = does;
  };

/** The runtime loses the alarm. */
export const loseAlarm: Event = async (world) => {
  world.isAlarmLost = true;
  await runInDurableObject(world.ana.object, (_, { storage }) => storage.deleteAlarm());
};

/** A byte of each stored file flips, or the bytes are lost. */
export const damageFiles =
  (isLost = false): Event =>
  ({ ana }) =>
    damage(ana.object, isLost);

export const chance =
  (share: number): Event =>
  () => {
    vi.mocked(Math.random).mockReturnValue(share);
  };

/** The release limiter hears that the platform is away. */
export const platformIsAway =
  (retryAfterMs = 0, client = fakeClientUuid): Event =>
  async () => {
    const limiter = getObjects(siteEnv()).release(client);
    for (let misses = 0; misses < FAILURES_UNTIL_DOWN; misses += 1) {
      await limiter.report({ receiptId: `${misses}`, isDown: true, retryAfterMs });
    }
  };

/**
 * The limiter does this with every call: its time limits end while an alarm runs.
 *
 * @param meanwhile happens while the limiter is asked for the first time
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
    } as unknown as ReturnType<typeof siteEnv>["RELEASE"]; // it has all that is called
    await crash(world);
    const { object } = world.ana;
    vi.setSystemTime(Math.max(Date.now(), (await alarmOf(object)) ?? 0));
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
