import { expect, test, vi } from "vitest";
import { clientFrom } from "../../tests/support/site-answers";
import { createCompanies } from "./companies.server";
import type { PositionCopy } from "./position-copy.server";

/** The companies of one request for an address with this code, while the platform is away. */
function companiesAt(code: string, get: () => Promise<unknown> = async () => undefined) {
  const put = vi.fn(async () => undefined);
  const onMissing = vi.fn();
  const object = { get, put };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const companies = createCompanies({
    reads: { client: () => Promise.reject(new Error("away")) },
    copies: namespace as unknown as DurableObjectNamespace<PositionCopy>, // as much of it as is used
    owner: undefined,
    code,
    mayLook: () => true,
    inTime: (work) => work(),
    onMissing,
    waitUntil: () => undefined,
  });
  return { companies, put, onMissing };
}

const company = (css = "") =>
  clientFrom({ name: "T", code: "taller", country: "MX", apply_page_css: css });

test("a company is stored when something has changed, and not for each answer", () => {
  const { companies, put } = companiesAt("taller");
  for (const css of ["", "", "h1 { color: teal }"]) companies.keep(company(css));
  expect(put).toHaveBeenCalledTimes(2);
  // It says which Spanish the company's pages offer.
  expect(put).toHaveBeenCalledWith(expect.stringContaining('"country":"MX"'), expect.anything(), 1);
});

test.each([
  ["no company has is one that is missing", async () => undefined, 1],
  ["cannot be looked up is not", () => Promise.reject(new Error("moved")), 0],
])("a code that %s", async (_, get, times) => {
  const { companies, onMissing } = companiesAt("nobody", get);
  expect(await companies.find()).toBeUndefined();
  expect(onMissing).toHaveBeenCalledTimes(times);
});

test("a copy is asked for once, also while the platform is away", async () => {
  const page = JSON.stringify({ uuid: "c2", code: "far", name: "Far", css: "" });
  const get = vi.fn(async () => ({ page, version: 1 }));
  expect(await companiesAt("far", get).companies.find()).toMatchObject({ name: "Far" });
  expect(get).toHaveBeenCalledTimes(1);
});
