import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  BASE,
  bodyOf,
  headersOf,
  routeOf,
  type FakeAnswer,
  type Route,
} from "../fake-platform-http";
import { parseMultipart } from "../fake-platform-multipart";
import { createRecords } from "../fake-platform-records";
import { chanceOf, chosen } from "./chance";
import {
  APPLY,
  NAME,
  PUT_OFF,
  PUT_OFF_SHARE,
  READ,
  RETRY_AFTERS,
  USUAL,
  type Fate,
  type Way,
} from "./fates";
import { bytesOf, send } from "./raw-answer";
import { createMemory, withName } from "./memory";
import { skyOf } from "./sky";

interface HostileOptions {
  apiKey: string;
  /** What becomes of an application's first, second, third call is decided by this and its key. */
  seed: string;
  /** How long the site waits for an answer to an application, in ms. */
  applyTimeoutMs: number;
}

/** A call that has come, with all of its body. */
interface Asked {
  route: Route;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** What becomes of a call, and the chances that it has besides. */
interface Lot {
  fate: Fate;
  random: () => number;
  isStorm: boolean;
}

const FAILED: FakeAnswer = { status: 500, body: {} };

/** How many in a hundred applications it answers with 409, once it has them. */
const CONFLICT_SHARE = 20;

/**
 * A hiring platform on loopback that keeps the contract and does all else wrong (`fates.ts`): it takes
 * each `Idempotency-Key` once, forgets none that it took, and says that it took nothing only where that
 * is true.
 */
export async function startHostilePlatform({ apiKey, seed, applyTimeoutMs }: HostileOptions) {
  const records = createRecords(apiKey);
  const memory = createMemory();
  const sky = skyOf(seed);
  const sockets = new Set<Socket>();
  /** Keys that are being processed. */
  const busy = new Set<string>();
  /** Keys that it has seen. */
  const known = new Set<string>();
  /** Calls of each key outside of storms. */
  const calls = new Map<string, number>();
  let reads = 0;
  let isCalm = false;

  const server = createServer((request) => {
    // Later a request may have lost its socket.
    const { socket } = request;
    serve(request, socket).catch(() => socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });

  async function serve(request: IncomingMessage, socket: Socket): Promise<void> {
    const path = request.url ?? "/";
    const route = routeOf(request.method ?? "GET", path);
    if (!route) {
      memory.strays.push(`${request.method} ${path}`);
      return void socket.end(bytesOf({ status: 404 }));
    }
    const headers = headersOf(request);
    const key = headers["idempotency-key"] ?? "";
    const { fate, random, isStorm } = fateOf(route, key);
    if (fate.does === "cut request") {
      await readSome(request, route);
      return void socket.destroy();
    }
    const call = { route, headers, body: await bodyOf(request) };
    const [answer, way] =
      route.call === "apply"
        ? await applied(call, { key, fate, random, isStorm })
        : read(call, fate);
    const bytes = bytesOf(answer);
    const cutAt = way === "cut" ? memory.nextCut("answer", route.call, bytes.length) : 0;
    await send(socket, bytes, way, cutAt);
  }

  function read(call: Asked, fate: Fate): [FakeAnswer, Way] {
    const { answer, way } =
      fate.does === "answer" ? fate : { answer: undefined, way: "whole" as const };
    return [answer ?? records.usualAnswer(call.route, call), way];
  }

  /** Does with an application what its fate says. */
  async function applied(call: Asked, lot: Lot & { key: string }): Promise<[FakeAnswer, Way]> {
    const { key, fate, random, isStorm } = lot;
    const parts = parseMultipart(call.headers["content-type"] ?? "", call.body);
    const fields = parts?.fields.filter(([field]) => field !== "recaptcha_token") ?? [];
    memory.brought(key, [fields, parts?.files.map(({ fileName, sha256 }) => [fileName, sha256])]);
    const name = fields.find(([field]) => field === "first_name")?.[1] ?? "";
    const say = (answer: FakeAnswer, way: Way): [FakeAnswer, Way] => {
      const said = withName(answer, name);
      memory.answered(key, said);
      return [said, way];
    };

    if (busy.has(key) && !isStorm) {
      const status = random() < 0.7 ? 409 : 425;
      return say({ status, body: { detail: `Se está procesando la de ${NAME}` } }, "whole");
    }
    if (fate.does === "process") {
      busy.add(key);
      await sleep(applyTimeoutMs * (0.5 + 3 * random()));
      busy.delete(key);
      return say(fate.ends === "taken" ? taken(call, key) : FAILED, "whole");
    }
    if (fate.does !== "answer") return say(FAILED, "whole");
    const takes = fate.takes === "maybe" ? random() < 0.5 : fate.takes === "yes";
    const usual = takes ? taken(call, key) : FAILED;
    return say(fate.answer ?? usual, fate.way);
  }

  /** Takes an application. Some it answers with 409, if it has them. */
  function taken(call: Asked, key: string): FakeAnswer {
    const isRepeat = memory.has(key);
    const answer = records.usualAnswer(call.route, call);
    if (answer.status === 201) memory.took(key);
    const isConflict = isRepeat && chanceOf(seed, key, "409")() * 100 < CONFLICT_SHARE;
    return isConflict ? { status: 409, body: { detail: `Ya existe la de ${NAME}` } } : answer;
  }

  /** What becomes of a call, and the chances that it has besides. */
  function fateOf({ call }: Route, key: string): Lot {
    const isApply = call === "apply";
    const count = (name: string) => memory.count(`${isApply ? "apply" : "read"}: ${name}`);
    const storm = sky.now();
    const isFirst = isApply && !known.has(key);
    if (isApply) known.add(key);
    if (isCalm) return { fate: USUAL, random: () => 0, isStorm: false };
    if (storm) {
      count(storm.name);
      return { fate: storm.fate, random: () => 0, isStorm: true };
    }
    if (!isApply) {
      reads += 1;
      const [, name, fate] = chosen(READ, chanceOf(seed, "read", reads)());
      count(name);
      return { fate, random: () => 0, isStorm: false };
    }
    const nth = (calls.get(key) ?? 0) + 1;
    calls.set(key, nth);
    const random = chanceOf(seed, key, nth);
    const putOff = isFirst && random() * 100 < PUT_OFF_SHARE;
    const [, name, fate] = chosen(APPLY, random());
    count(putOff ? "put off" : name);
    const isLater = fate.does === "answer" && fate.answer?.status === 429;
    if (!putOff && !isLater) return { fate, random, isStorm: false };
    const after = putOff ? PUT_OFF : RETRY_AFTERS.map((made) => made());
    const header = after[Math.floor(random() * after.length)] ?? "";
    if (putOff) memory.putOff.add(key);
    const answer = { status: 429, body: {}, headers: { "Retry-After": header } };
    return { fate: { does: "answer", takes: "no", way: "whole", answer }, random, isStorm: false };
  }

  /** Reads some of a request. */
  async function readSome(request: IncomingMessage, { call }: Route): Promise<void> {
    const length = Number(request.headers["content-length"] ?? 0);
    let left = memory.nextCut("request", call, length + 1);
    for await (const chunk of request) {
      left -= (chunk as Buffer).length; // no encoding is set
      if (left <= 0) return;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    ...memory,
    /** The applications that were taken; one `Idempotency-Key` is one application. */
    applications: records.applications,
    /** From now on it does everything right. */
    calm: () => void (isCalm = true),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
