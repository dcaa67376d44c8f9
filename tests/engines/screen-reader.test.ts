import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { positionPath } from "../support/application-form";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";
import { hasOrca, startOrca } from "./orca";
import { useTestSite } from "./test-site";

const context = useTestSite();

/** WebDriver's codes for the Tab and Enter keys (section 17.4.2). */
const [TAB, ENTER] = ["\uE004", "\uE007"];

const firefox = findFirefox();
const isInstalled = firefox !== undefined && hasOrca();
if (!isInstalled) {
  console.log(
    "Orca is skipped: apt-get install orca speech-dispatcher at-spi2-core dbus libglib2.0-bin xvfb firefox-esr",
  );
}

test.skipIf(!isInstalled)("Orca speaks each field, and announces errors and delivery", async () => {
  const orca = await startOrca();
  let spoken = 0;
  const expectSpeech = async (...phrases: string[]) => {
    for (const phrase of phrases) spoken = await orca.waitForSpeech(phrase, spoken);
  };
  const engine = await Engine.connect(
    await startFirefox(firefox ?? "", { scripts: true, env: orca.env }),
  );
  try {
    await engine.open(`${context.site.url}${positionPath("questions")}?lang=en`);
    await expectSpeech("Finished loading Job application.");
    const start = spoken;
    await engine.waitFor("#application[novalidate]");
    await engine.click("#first_name");
    await expectSpeech("First name entry required.");
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
      await engine.pressKey(key);
      await expectSpeech(words);
    }
    // Before the form is sent, Firefox reports only the required check box as invalid.
    const before = (await orca.readSpeech()).slice(start, spoken);
    expect(before.filter((words) => words.includes("invalid"))).toEqual(["invalid entry."]);
    await engine.pressKey(ENTER);
    await expectSpeech("There is a problem");

    await engine.enter("#first_name", "Ana");
    await engine.enter("#last_name", "Ruiz");
    await engine.enter("#phone", "612 34 56 78");
    await engine.click("#question-0");
    await engine.click("#choice-1-question-1");
    await engine.enter("textarea", "Por las bicicletas");
    await engine.click("#privacy_policy");
    await engine.click(".button-submit");
    await expectSpeech("has received your application");
    const { SPEECH_LOG } = process.env;
    if (SPEECH_LOG)
      await writeFile(SPEECH_LOG, `${(await orca.readSpeech()).slice(start).join("\n")}\n`);
  } finally {
    await engine.end();
    await orca.end();
  }
});
