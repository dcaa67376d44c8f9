// For an operator: what has not been delivered; shows, exports, sends and drops it.
import { meantBy } from "../../contract/receipt-number";
import { misused, runCommand } from "../../scripts/arguments.mjs";
import { exportTo } from "./old-export-application.mjs";
import { act, pages, queue, siteOf } from "./old-operator-site.mjs";

/** @typedef {import("./old-operator-site.mjs").Site} Site */
/** @typedef {import("./old-operator-site.mjs").Entry} Entry */
/** @typedef {import("./old-operator-site.mjs").View} View */

/** @param {string} iso */
const time = (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`;

/** Why one failed, in words. @type {Record<string, string>} */
const REASONS = {
  "time-out": "the platform did not take it in time",
  refused: "the platform refused it",
  "answer-lost": "it may have arrived, and RETRY_AMBIGUOUS is off",
  "file-lost": "a stored file is missing or damaged, and its candidate is asked for it",
  dropped: "it was given up",
};

/** @param {Pick<View, "state" | "reason" | "attempts" | "lastStatus" | "dueAt">} application */
function standing({ state, reason, attempts, lastStatus, dueAt }) {
  const tries = attempts === null ? [] : [`${attempts} ${attempts === 1 ? "attempt" : "attempts"}`];
  const answer = lastStatus === null ? "no answer" : `last answer ${lastStatus}`;
  const due = dueAt === null ? undefined : time(dueAt);
  const isDue = dueAt !== null && Date.parse(dueAt) <= Date.now();
  const next = isDue ? "due" : `next attempt ${due ?? "soon"}`;
  const until = state === "waiting" ? next : due === undefined ? undefined : `kept until ${due}`;
  return [
    ...(reason === null ? [] : [REASONS[reason] ?? reason]),
    [...tries, ...(attempts === null ? [] : [answer])].join(", "),
    ...(until === undefined ? [] : [until]),
  ]
    .filter((part) => part !== "")
    .join("; ");
}

/** @param {Entry} application */
const describe = (application) =>
  [
    `${application.number}  ${application.state.padEnd(11)}  sent ${time(application.sentAt)}, position ${application.positionUuid}`,
    `           ${standing(application)}`,
  ].join("\n");

/** A text of the platform's, without what a terminal would obey. @param {string} text */
const plain = (text) => text.replace(/\p{Cc}+/gu, " ");

/** @param {View} view */
const describeOne = (view) =>
  [
    `${view.number}  ${view.state}`,
    `  ${plain(view.position.title)} (${view.position.uuid}), ${plain(view.company.name)}`,
    `  sent ${time(view.sentAt)}; receipt ${view.receiptId}`,
    `  ${view.address}`,
    `  ${standing(view)}`,
    ...(view.message === null ? [] : [`  The platform said: ${plain(view.message)}`]),
    ...(view.hasContents ? [] : ["  Nothing of it is left to send or to export."]),
  ].join("\n");

/** What sending has come to. @type {Record<View["state"], string>} */
const SENT = {
  delivered: "It has been delivered.",
  waiting: "The platform did not take it; it waits, and is tried again.",
  sending: "It is being sent at this moment. Ask again in a minute.",
  failed: "It is not delivered, and not tried again by itself.",
  unconfirmed: "The platform answered, but nobody can tell whether it took it: ask the company.",
  "already-applied": "The company already has an application of this candidate.",
};

/** What giving up has come to. @param {View} view */
function dropped({ state, reason, hasContents }) {
  if (state === "sending") {
    return "It is being sent at this moment, so it was not given up. Ask again in a minute.";
  }
  if (state === "failed" && reason === "dropped") return "It is given up; what it held is deleted.";
  if (state === "delivered") return "It has been delivered meanwhile.";
  if (state === "unconfirmed" && !hasContents)
    return "It stays unconfirmed; what it held is deleted.";
  return hasContents ? SENT[state] : `Nothing was left to give up. ${SENT[state]}`;
}

const DEEDS = /** @type {const} */ (["show", "export", "send", "drop"]);

/** @param {string | undefined} text @returns {text is typeof DEEDS[number]} */
const isDeed = (text) => DEEDS.some((deed) => deed === text);

const USAGE = `npm run applications                              lists what waits, has failed or is unconfirmed
npm run applications -- show NUMBER               one, with what the platform said
npm run applications -- NUMBER                    the same. A NUMBER is on the candidate's receipt, such
                                                  as A7EB-22E4; its beginning will do
npm run applications -- export NUMBER [FOLDER]    writes application.json and the CV
npm run applications -- send NUMBER               sends one now
npm run applications -- send all                  makes due now all that wait or have failed
npm run applications -- drop NUMBER               gives one up: what it holds is deleted
  --url URL     a site elsewhere; its secret is read from OPERATOR_SECRET
                (default: the local one, on PORT or 8787)
  --json        prints JSON, and nothing else, on stdout`;

/** @param {string[]} missing names of objects of the index */
function warnOf(missing) {
  if (missing.length === 0) return;
  console.error(
    `\n${missing.join(", ")} did not answer: applications that are listed there are missing here. Try again.`,
  );
}

/** @param {Site} site @param {boolean} isJson */
async function list(site, isJson) {
  /** @type {Set<string>} */
  const missing = new Set();
  /** @type {Entry[]} */
  const all = [];
  let listed = 0;
  for await (const page of pages(site)) {
    page.missing.forEach((name) => missing.add(name));
    listed += page.applications.length;
    if (isJson) all.push(...page.applications);
    else if (page.applications.length > 0) {
      console.log(`${page.applications.map(describe).join("\n\n")}\n`);
    }
  }
  if (isJson) {
    const found = { total: all.length, missing: [...missing], applications: all };
    console.log(JSON.stringify(found, null, 2));
  } else if (listed > 0) console.log(`${listed} in all.`);
  else if (missing.size === 0) console.log("Every application has been delivered.");
  warnOf([...missing]);
}

/** @param {Site} site @param {boolean} isJson */
async function sendAll(site, isJson) {
  /** @type {Set<string>} */
  const missing = new Set();
  let filesLost = 0;
  const counts = { queued: 0, sending: 0, unconfirmed: 0, done: 0, silent: 0 };
  for await (const page of pages(site)) {
    page.missing.forEach((name) => missing.add(name));
    const unconfirmed = page.applications.filter(({ state }) => state === "unconfirmed");
    const ids = page.applications.filter(
      ({ state, reason }) => state !== "unconfirmed" && reason !== "file-lost",
    );
    counts.unconfirmed += unconfirmed.length;
    filesLost += page.applications.length - unconfirmed.length - ids.length;
    for await (const some of queue(
      site,
      ids.map(({ receiptId }) => receiptId),
    )) {
      for (const name of /** @type {(keyof typeof counts)[]} */ (Object.keys(some))) {
        counts[name] += some[name];
      }
      if (!isJson) console.error(`${counts.queued} of ${page.total} are due …`);
    }
  }
  if (isJson) console.log(JSON.stringify({ ...counts, filesLost, missing: [...missing] }));
  else console.log(summary(counts));
  if (!isJson && filesLost > 0) {
    console.log(
      `${filesLost} have lost a file, and were left alone: their candidates are asked for it.`,
    );
  }
  warnOf([...missing]);
}

/** @param {import("./old-operator-site.mjs").Queued} counts */
const summary = ({ queued, sending, unconfirmed, done, silent }) =>
  [
    `${queued} are due, and sent one after the other: npm run applications lists those that are left.`,
    ...(sending > 0 ? [`${sending} are being sent already.`] : []),
    ...(done > 0 ? [`${done} were delivered or given up meanwhile.`] : []),
    ...(unconfirmed > 0
      ? [
          `${unconfirmed} are unconfirmed, and were left alone: ask the company, then send or drop each.`,
        ]
      : []),
    ...(silent > 0 ? [`${silent} did not answer: try again.`] : []),
  ].join("\n");

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    url: { type: "string" },
    json: { type: "boolean", default: false },
  }),
  most: 3,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const [first, second, folder] = positionals;
  const isNumber = first !== undefined && !isDeed(first) && meantBy([], first) !== undefined;
  const [deed, which] = isNumber && second === undefined ? ["show", first] : [first, second];
  if (deed === undefined) return list(await siteOf(values.url), values.json);
  if (!isDeed(deed)) {
    throw misused(`There is no command "${deed}", nor is it the number of a receipt.`, USAGE);
  }
  if (which === undefined) throw misused("Say which application.", USAGE);
  if (folder !== undefined && deed !== "export") {
    throw misused(`"${folder}" is one word too many.`, USAGE);
  }
  const site = await siteOf(values.url);
  if (deed === "send" && which === "all") return sendAll(site, values.json);
  if (deed === "export") {
    const files = await exportTo(site, which, folder);
    console.log(values.json ? JSON.stringify({ files }) : files.join("\n"));
    return;
  }
  const view = await act(site, deed, which);
  if (values.json) console.log(JSON.stringify(view, null, 2));
  else {
    const words = { show: describeOne(view), send: SENT[view.state], drop: dropped(view) };
    console.log(words[deed]);
  }
});
