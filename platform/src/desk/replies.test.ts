import { expect, test } from "vitest";
import { HOSTILE_ADDRESSES, HOSTILE_NAMES } from "~/tests/support/hostile";
import { EmailsCard, ReplyCheckPage, ReplyPage } from "./pages/replies";
import { textsFor } from "./texts";

/** Renders the pages about emails with a text wherever a person can enter one. */
function render(text: string): string {
  const view = { texts: textsFor("en"), nonce: "", person: undefined, timeZone: "UTC" };
  const names = { first_name: text, last_name: text, phone: null };
  const application = { ...names, id: "a", client_uuid: "c" } as Parameters<
    typeof EmailsCard
  >[0]["application"]; // all that is read
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
    ...({ view, application, id: "rpl_1", kind: "own", language: "en", from: text } as const),
    ...{ entry: { subject: text, text }, last: email, to: text },
    errors: [{ field: "text", message: `has the unknown placeholder {${text}}` }],
  };
  const pages: unknown[] = [
    EmailsCard({
      view,
      application,
      emails: [email],
      reach: { why: "wrong address", typed: `x ${text}` },
    }),
    ...[ReplyPage, ReplyCheckPage].flatMap((page) => [
      page({ ...props, replyTo: text }),
      page({ ...props, replyTo: "" }),
    ]),
  ];
  return pages.map(String).join("");
}

/** The tags with the names of their attributes. */
const skeleton = (text: string) =>
  (
    render(text)
      .replace(/<style.*?<\/style>/gs, "")
      .match(/<[^>]*>/g) ?? []
  )
    .map((tag) => tag.replace(/"[^"]*"/g, '""'))
    .join("");

test("texts of hostile candidates, companies and answers add no HTML to the pages about emails", () => {
  const plain = skeleton("Ana");
  expect(plain).toContain("<textarea");
  for (const text of [...HOSTILE_NAMES, ...HOSTILE_ADDRESSES, `"'><script>x</script></textarea>`])
    expect([text, skeleton(`x${text}`) === plain]).toEqual([text, true]);
});
