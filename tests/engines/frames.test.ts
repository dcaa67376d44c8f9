import { expect, test } from "vitest";
import { frame, frames } from "./frames";

test("a command says how many bytes it has", () => {
  expect(frame(1, "WebDriver:Navigate", { url: "ñ" })).toBe(
    '39:[0,1,"WebDriver:Navigate",{"url":"ñ"}]',
  );
});

test("messages are read however they are cut", () => {
  const sent = Buffer.from('10:{"a":"ñ"}14:[1,2,null,"x"]');
  for (let at = 0; at <= sent.length; at++) {
    const read = frames();
    expect([...read(sent.subarray(0, at)), ...read(sent.subarray(at))]).toEqual([
      { a: "ñ" },
      [1, 2, null, "x"],
    ]);
  }
});
