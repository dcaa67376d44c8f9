import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { objectsOf, type ApplicationEnv } from "../../app/application/delivery/objects.server";
import type { ApplicationObject } from "../../app/application/delivery/application-object.server";
import { marked } from "../../app/application/delivery/spare.server";
import { candidate, crash, siteEnv, type Candidate } from "./candidate";
import { alarmOf, DAY, HOUR, MINUTE, ring } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform } from "./platform";
import { isMadeAnew, markStorage, newCv, store, stored } from "./storage";

/** The object that keeps a copy while a candidate's storage is made anew. */
const spareOf = ({ object }: Candidate) =>
  objectsOf(siteEnv()).spareOf(object.id.toString()) as DurableObjectStub<ApplicationObject>;

/** Someone whose application was delivered, and whose process ended when the file had just been deleted. */
async function killed(): Promise<Candidate> {
  const ana = await candidate();
  const upload = await store(ana.object, newCv().content);
  await runInDurableObject(ana.object, (_, context) => {
    const { storage } = context;
    const deleteAll = storage.deleteAll.bind(storage);
    storage.deleteAll = () => {
      const deleting = deleteAll();
      context.abort("killed");
      return deleting;
    };
  });
  await ana.send({ upload }).catch(() => undefined);
  await expect
    .poll(() => runInDurableObject(spareOf(ana), (_, { storage }) => storage.kv.get("spare")))
    .toBeDefined();
  const next = await crash(ana);
  expect(await stored(next.object)).toBe("[]");
  return next;
}

/** An object to which nothing comes, or from which no answer comes. */
function noSpare(): { ends: () => void } {
  const real = siteEnv().APPLICATIONS;
  const get = (id: DurableObjectId) => ({
    keepSpare: () => Promise.reject(new Error("Network connection lost.")),
    spare: () => Promise.reject(new Error("Network connection lost.")),
    id,
  });
  given.env.APPLICATIONS = {
    idFromName: (name: string) => real.idFromName(name),
    idFromString: (id: string) => real.idFromString(id),
    getByName: (name: string) => real.getByName(name),
    get,
  } as unknown as ApplicationEnv["APPLICATIONS"]; // it has all that is called
  return { ends: () => delete given.env.APPLICATIONS };
}

test("storage that is made anew leaves nothing with its spare", async () => {
  const ana = await candidate();
  await markStorage(ana.object);
  await ana.send({ upload: await store(ana.object, newCv().content) });
  expect(await isMadeAnew(ana.object)).toBe(true);
  await expect.poll(() => stored(spareOf(ana))).toBe("[]");
  expect(await alarmOf(spareOf(ana))).toBeNull();
});

test("a receipt whose storage was lost is shown, and lasts as long as others", async () => {
  const ana = await killed();
  expect(await ana.standing()).toBe("delivered");
  expect(await stored(ana.object)).not.toMatch(/marker|Pérez|34612345678/);
  expect(await alarmOf(ana.object)).toBe(Date.now() + 90 * DAY);
  expect(await stored(spareOf(ana))).toBe("[]");
});

test("it is put back, too, when nobody asks for it", async () => {
  const ana = await killed();
  expect(await ring(spareOf(ana))).toBe(MINUTE);
  expect(await stored(ana.object)).toContain("delivered");
  expect(await stored(spareOf(ana))).toBe("[]");
});

test("it is put back before a form comes anew: what was sent keeps its receipt", async () => {
  const before = await killed();
  const ana = await candidate({ id: before.id });
  expect(await stored(ana.object)).toContain("delivered");
  const mended = { phone: "+34699112233" };
  expect(await ana.send(mended)).toEqual({
    outcome: "taken",
    successor: expect.any(String) as unknown,
  });
  expect(await ana.standing()).toBe("delivered");
  expect(platform.attempts).toHaveLength(1);
});

describe("where the spare cannot be asked, a form comes in all the same", () => {
  /** Someone who begins the form anew, whose storage was lost meanwhile. */
  async function begunAnew(): Promise<Candidate> {
    const errors = errorLines();
    const before = await killed();
    const spare = noSpare();
    const ana = await crash(before);
    await ana.object.bind(ana.positionUuid);
    expect(await stored(ana.object)).toContain("draft");
    expect(errors.join()).toContain("The spare of an application could not be asked");
    spare.ends();
    return crash(ana);
  }

  test("and gives way to what was sent before, until it is sent itself", async () => {
    const ana = await begunAnew();
    await ring(spareOf(ana));
    expect(await ana.send()).toEqual({
      outcome: "taken",
      successor: expect.any(String) as unknown,
    });
    expect(await ana.standing()).toBe("delivered");
    expect(platform.attempts).toHaveLength(1);
  });

  test("and is left as it is once it was sent", async () => {
    const ana = await begunAnew();
    platform.next(answer(503));
    await ana.send();
    await ring(spareOf(ana));
    expect(await ana.standing()).toBe("on-its-way");
    expect(await stored(spareOf(ana))).toBe("[]");
  });
});

test("a call that comes late drops the copy that it means, and not the next one", async () => {
  const ana = await candidate();
  const spare = spareOf(ana);
  const first = marked([["state", "a"]]);
  const next = marked([["state", "b"]]);
  await spare.keepSpare(ana.object.id.toString(), first.values);
  await spare.keepSpare(ana.object.id.toString(), next.values);
  await spare.dropSpare(first.mark);
  expect(await stored(spare)).toContain('["state","b"]');
  await spare.dropSpare(next.mark);
  expect(await stored(spare)).toBe("[]");
});

test("without its spare nothing is risked: the storage is made anew when there is one", async () => {
  const errors = errorLines();
  const before = await candidate();
  await markStorage(before.object);
  const upload = await store(before.object, newCv().content);
  const spare = noSpare();
  const ana = await crash(before);
  await ana.send({ upload });
  expect(await ana.standing()).toBe("delivered");
  expect(await isMadeAnew(ana.object)).toBe(false);
  expect(errors.join()).toContain("could not be made anew: Error");
  spare.ends();
  const later = await crash(ana);
  expect(await ring(later.object)).toBe(MINUTE);
  expect(await isMadeAnew(later.object)).toBe(true);
  expect(await later.standing()).toBe("delivered");
});

test("while the spare cannot be asked, nobody is told that there is no application", async () => {
  errorLines();
  const before = await killed();
  const spare = noSpare();
  const ana = await crash(before);
  const told = runInDurableObject(ana.object, (application) =>
    application.receipt(ana.positionUuid).catch(String),
  );
  expect(await told).toContain("Network connection lost");
  spare.ends();
  const later = await crash(ana);
  expect(await later.standing()).toBe("delivered");
  expect(await ring(later.object)).toBeGreaterThan(HOUR);
});
