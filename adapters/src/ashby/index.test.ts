import { afterEach, expect, test, vi } from "vitest";
import { stubFixedLengthStream } from "~/tests/support/fixed-length-stream";
import type { Company } from "../companies";
import type { Job } from "../system-interface";
import { system } from "./index";

afterEach(() => vi.unstubAllGlobals());

const job: Job = {
  ...{ externalId: "7e3f0b22", name: "Potter", description: "", fields: [] },
  standard: { phone: "off", cv: "required" },
  fieldTargets: { cv: { path: "_systemfield_resume", type: "File" } },
};

/** Sends an application with a CV that is uploaded to `url`. */
async function applyWithCv(url: string) {
  const requested: string[] = [];
  stubFixedLengthStream();
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit) => {
    requested.push(address);
    await new Response(body as ReadableStream).arrayBuffer();
    const results = { handle: "h", url, fields: {} };
    return Response.json({ success: true, results });
  });
  const board = { system: "ashby", board: "acme", apply: "on", repeat: "send" } as const;
  const company = { code: "acme", language_default: "en" } as Company;
  const cv = { name: "cv.pdf", type: "application/pdf", size: 5, pieces: [] };
  const none = { answers: new Map(), files: new Map(), source: {} };
  const application = { firstName: "Ana", lastName: "Núñez", cv, ...none };
  const readOnce = <T>(_: string, read: () => Promise<T>) => read();
  const context = { company, board, key: "k", readOnce };
  const { outcome } = await system.apply(context, job, application);
  return { requested, outcome };
}

test("uploads a CV to an https URL", async () => {
  const { requested, outcome } = await applyWithCv("https://storage.example/upload");
  expect(requested).toEqual([
    "https://api.ashbyhq.com/file.createFileUploadHandle",
    "https://storage.example/upload",
    "https://api.ashbyhq.com/applicationForm.submit",
  ]);
  expect(outcome).toBe("accepted");
});

test("returns `busy` instead of uploading a CV to an http URL", async () => {
  const { requested, outcome } = await applyWithCv("http://storage.example/upload");
  expect(requested).toEqual(["https://api.ashbyhq.com/file.createFileUploadHandle"]);
  expect(outcome).toBe("busy");
});
