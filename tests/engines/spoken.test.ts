import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { positionPath } from "../support/application-form";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";
import { hasOrca, startOrca } from "./orca";
import { useWorld } from "./world";

const world = useWorld();

/** WebDriver's own names of keys (section 17.4.2). */
const [TAB, ENTER] = ["\uE004", "\uE007"];

const firefox = findFirefox();
const isThere = firefox !== undefined && hasOrca();
if (!isThere) {
  console.log(
    "Orca is skipped: apt-get install orca speech-dispatcher at-spi2-core dbus libglib2.0-bin xvfb firefox-esr",
  );
}

test.skipIf(!isThere)("Orca says each field, what is wrong, and that it was sent", async () => {
  const orca = await startOrca();
  let heard = 0;
  const hears = async (...words: string[]) => {
    for (const one of words) heard = await orca.hears(one, heard);
  };
  const engine = await Engine.begin(
    await startFirefox(firefox ?? "", { scripts: true, env: orca.env }),
  );
  try {
    await engine.open(`${world.site.url}${positionPath("questions")}?lang=en`);
    await hears("Finished loading Job application.");
    const begun = heard;
    await engine.waitFor("#application[novalidate]");
    await engine.click("#first_name");
    await hears("First name entry required.");
    await engine.waitFor("button.phone-country");
    for (const [key, words] of [
      [TAB, "Last name entry required."],
      [TAB, "Country: Spain"],
      [TAB, "Phone entry"],
      [TAB, "CV (Optional)"],
      [TAB, "Sí"],
      [TAB, "Ya"],
      [TAB, "¿Por qué quieres trabajar aquí? entry required."],
      [TAB, "I have read and accept the privacy policy check box not checked required."],
      [TAB, "privacy policy"],
      [TAB, "Send application"],
    ] as const) {
      await engine.key(key);
      await hears(words);
    }
    // No field is called invalid before the form is sent, except the check box: Firefox always does.
    const before = (await orca.said()).slice(begun, heard);
    expect(before.filter((words) => words.includes("invalid"))).toEqual(["invalid entry."]);
    await engine.key(ENTER);
    await hears("There is a problem");

    await engine.enter("#first_name", "Ana");
    await engine.enter("#last_name", "Ruiz");
    await engine.enter("#phone", "612 34 56 78");
    await engine.click("#question-0");
    await engine.click("#choice-1-question-1");
    await engine.enter("textarea", "Por las bicicletas");
    await engine.click("#privacy_policy");
    await engine.click(".button-submit");
    await hears("has received your application");
    const { SPOKEN } = process.env;
    if (SPOKEN) await writeFile(SPOKEN, `${(await orca.said()).slice(begun).join("\n")}\n`);
  } finally {
    await engine.end();
    await orca.end();
  }
});
