import { Hono } from "hono";
import { jsx } from "hono/jsx";
import { jsxRenderer } from "hono/jsx-renderer";
import { expect, test } from "vitest";
import { HOSTILE_ADDRESSES, HOSTILE_NAMES } from "~/tests/support/hostile";
import { EmailsCard } from "./pages/emails";
import { ReplyCheckPage, ReplyPage } from "./pages/replies";
import type { View } from "./pages/view";
import { textsFor } from "./texts";

/** Renders the pages about emails with `text` wherever a person can enter text. */
async function render(text: string): Promise<string> {
  const names = { first_name: text, last_name: text, phone: null };
  const application = { ...names, id: "a", client_uuid: "c" } as Parameters<
    typeof EmailsCard
  >[0]["application"]; // has all properties that are read
  const email: Parameters<typeof EmailsCard>[0]["emails"][number] = {
    ...{
      application_id: "a",
      number: 1,
      position: text,
      who: text,
      subject: text,
      text: `x${text}`,
    },
    ...{ kind: "own", state: "sent", result: null, created_at: "", tried_at: null },
  };
  const props = {
    ...({ application, id: "rpl_1", kind: "own", language: "en", from: text } as const),
    ...{ entry: { subject: text, text }, last: email, to: text },
    errors: [{ field: "text", message: `has the unknown placeholder {${text}}` }],
  };
  const reach = { why: "wrong address", typed: `x ${text}` } as const;
  const pages = [
    jsx(() => EmailsCard({ application, emails: [email], reach }), {}),
    ...[ReplyPage, ReplyCheckPage].flatMap((page) =>
      [text, ""].map((replyTo) => jsx(() => page({ ...props, replyTo }), {})),
    ),
  ];
  const desk = new Hono<{ Variables: View }>();
  desk.use(jsxRenderer(), async (context, next) => {
    for (const [name, value] of Object.entries(view)) context.set(name as keyof View, value);
    await next();
  });
  desk.get("/:page", (context) => {
    const page: unknown = pages[Number(context.req.param("page"))];
    return context.render(page as string); // Hono's types require a string for JSX
  });
  const read = async (page: number) => (await desk.request(`/${page}`)).text();
  return (await Promise.all(pages.map((_, page) => read(page)))).join("");
}

const view = { texts: textsFor("en"), nonce: "", timeZone: "UTC" };

/** The tags with the names of their attributes. */
const skeleton = async (text: string) =>
  ((await render(text)).replace(/<style.*?<\/style>/gs, "").match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replace(/"[^"]*"/g, '""'))
    .join("");

test("hostile texts add no HTML to the pages about emails", async () => {
  const plain = await skeleton("Ana");
  expect(plain).toContain("<textarea");
  for (const text of [...HOSTILE_NAMES, ...HOSTILE_ADDRESSES, `"'><script>x</script></textarea>`])
    expect([text, (await skeleton(`x${text}`)) === plain]).toEqual([text, true]);
});
