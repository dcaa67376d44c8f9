// Longer than other files: whoever changes what is refused should see all of it at once.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { startSite, TEST_API_KEY } from "../support/site";

const { platform, site } = await sitesForFile({ site: {} });

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

describe("every address answers with its status, its language and a policy of its own", () => {
  test.each([
    [pageOf("plain"), 200],
    [`${pageOf("plain")}/privacy`, 200],
    [careerSite, 200],
    [`${careerSite}/privacy`, 200],
    ["/404", 404],
    ["/error", 500],
    ["/", 200],
    ["/nobody/home/is/here", 404],
    ["/acme/not%20an%20id", 404],
    [`/acme/a/${"a".repeat(65)}`, 404],
  ])("%s", async (path, status) => {
    const nonces = new Set<string>();
    for (let visit = 0; visit < 2; visit++) {
      const response = await fetch(site.url + path);
      expect(response.status).toBe(status);
      const page = await response.text();
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const nonce = /script-src 'nonce-([\w+/=]{20,})' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
      expect(policy).not.toContain("unsafe");
      nonces.add(nonce);
      for (const tag of ["style", "script", "link"]) {
        const elements = elementsOf(page, tag).filter(
          ({ attributes }) =>
            // Data is not run.
            !["application/json", "text/html"].includes(attributes.type ?? "") &&
            (tag !== "link" || attributes.rel === "modulepreload"),
        );
        // Only a form and a receipt have a script beside the waker.
        if (tag !== "link") expect(elements.length).toBeGreaterThan(0);
        for (const { attributes } of elements) expect(attributes.nonce).toBe(nonce);
      }
      expect(elementsOf(page, "h1")).toHaveLength(1);
      expect(elementsOf(page, "html")[0]?.attributes.lang).toMatch(/^(en|es-ES)$/);
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(page).not.toContain(TEST_API_KEY);
    }
    expect(nonces.size).toBe(2);
  });
});

test.each(["/%09/", "/%0a/evil.example", "/%00", "/%0d%0a/%09", "/%ED%A0%80", "/%FF/%FE", "/%zz"])(
  "%s is an address without a page, and is not logged",
  async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404);
    expect(site.log.join("\n")).not.toContain(path);
  },
);

test("a GET with an empty body gets its page", async () => {
  const page = new URL(site.url + pageOf("plain"));
  const status = await new Promise((resolve, reject) => {
    const asking = request(page, { headers: { "Content-Length": "0" } }, (answer) => {
      resolve(answer.statusCode);
      answer.resume();
    });
    asking.once("error", reject).end();
  });
  expect(status).toBe(200);
});

test("/ says what this site is, and leads nowhere", async () => {
  const html = await (await fetch(`${site.url}/?lang=en`)).text();
  expect(elementsOf(html, "title")[0]?.text).toBe("Career sites");
  expect(html).toContain("open the link that it gave you");
  expect(elementsOf(html, "a")).toEqual([]);
});

test("what cannot be an id of the platform's is not asked of it", async () => {
  await fetch(`${site.url}/acme/a/${"a".repeat(65)}`);
  await fetch(`${site.url}/acme/..%2f..%2fadmin`);
  expect(platform.requests).toEqual([]);
});

describe("a POST", () => {
  test.each([
    [{ Origin: "https://evil.example" }, 403],
    [{ "Sec-Fetch-Site": "cross-site" }, 403],
    [{ "Sec-Fetch-Site": "same-site" }, 403],
    [{}, 303],
  ] as [Record<string, string>, number][])("with %j is answered %i", async (headers, status) => {
    const response = await post(site.url + pageOf("plain"), formOf(), headers);
    expect(response.status).toBe(status);
    expect(platform.applications).toHaveLength(status === 303 ? 1 : 0);
  });

  test("from another site is told where to go on: to the page that it was sent to", async () => {
    const response = await post(site.url + pageOf("plain"), formOf(), {
      Origin: "https://evil.example",
    });
    const html = await response.text();
    expect(elementsOf(html, "form").map(({ attributes }) => attributes)).toEqual([
      { method: "get", class: "screen-actions" },
    ]);
    expect(elementsOf(html, "button")).toHaveLength(1);
  });

  test("from our own page passes", async () => {
    const headers = { Origin: site.url, "Sec-Fetch-Site": "same-origin" };
    expect((await post(site.url + pageOf("plain"), formOf(), headers)).status).toBe(303);
  });

  test.each<[string, Record<string, string>]>([
    ["whose browser hides its origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
    ["through a proxy that names another host", { "X-Forwarded-Host": "proxy.example" }],
    [
      "through a proxy, and whose browser hides its origin",
      {
        Origin: "null",
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-Host": "proxy.example, other.example",
      },
    ],
  ])("from our own page %s passes, with its CV, with and without scripts", async (_, headers) => {
    const ours = { Origin: site.url, "Sec-Fetch-Site": "same-origin", ...headers };
    const cv = { bytes: pdfOf(300_000), name: "cv.pdf" };
    expect((await post(site.url + pageOf("plain"), formOf({}, cv), ours)).status).toBe(303);
    const form = formOf({}, cv);
    const address = `${site.url}/-/applications/${idOf(form)}?position=${fakePositions.plain}`;
    expect((await post(address, form, ours)).status).toBe(200);
    const hashes = platform.applications.map(({ cv: received }) => received?.sha256);
    expect(hashes).toEqual([sha256(cv.bytes), sha256(cv.bytes)]);
  });

  test.each<Record<string, string>>([
    { Origin: "null" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { Origin: "null", "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    {
      Origin: "https://evil.example",
      "X-Forwarded-Host": "evil.example",
      "Sec-Fetch-Site": "cross-site",
    },
  ])("with %j is not from our own page", async (headers) => {
    expect((await post(site.url + pageOf("plain"), formOf(), headers)).status).toBe(403);
    expect(platform.applications).toEqual([]);
  });

  test("that is not a form gets the form, and the word to reload", async () => {
    const response = await fetch(site.url + pageOf("plain"), { method: "POST", body: "nonsense" });
    expect(response.status).toBe(400);
    expect(textOf(await response.text(), "error-summary")).toContain(
      "Error del formulario. Por favor, recarga la página.",
    );
  });

  test("that was cut off is not an application", async () => {
    const boundary = "----cut";
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="first_name"\r\n\r\nMar`;
    const response = await fetch(site.url + pageOf("plain"), {
      method: "POST",
      body,
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    });
    expect(response.status).toBe(400);
    expect(platform.applications).toEqual([]);
  });
});

describe("a body of 300 MB is refused", () => {
  const application = `/-/applications/${"a".repeat(20)}`;
  const query = `?position=${fakePositions.plain}`;
  const form = { "Content-Type": "multipart/form-data; boundary=x" };
  const piece = {
    "Content-Type": "application/offset+octet-stream",
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "1000000",
    "Upload-Metadata": `filename ${btoa("cv.pdf")}`,
  };
  const cv =
    '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n' +
    "Content-Type: application/pdf\r\n\r\n%PDF-1.7\n";
  const MB = 1024 ** 2;

  test.each([
    ["POST", pageOf("plain"), form],
    ["POST", application + query, form],
    ["POST", `${application}/cv${query}`, piece],
    ["PATCH", `${application}/cv/1${query}`, piece],
  ])("by its length, before it comes: %s %s", async (method, path, headers) => {
    const sent = { ...headers, "Content-Length": String(300 * MB) };
    const status = await new Promise((resolve, reject) => {
      const large = request(site.url + path, { method, headers: sent }, (answer) => {
        resolve(answer.statusCode);
        large.destroy();
      });
      large.once("error", reject).write(Buffer.alloc(1024));
    });
    expect(status).toBe(413);
  });

  test.each([
    ["/*/*/*", pageOf("plain"), form, cv, 200],
    ["/-/applications/*", application + query, form, cv, 200],
    ["/-/applications/*/cv", `${application}/cv${query}`, piece, "", 50],
  ])("without a length, and not read to its end: %s", async (route, path, headers, start, most) => {
    const refused = () =>
      site.log.filter((line) => line.includes(`"route":"${route}","status":413`)).length;
    const before = refused();
    let written = 0;
    await new Promise<void>((resolve) => {
      const large = request(site.url + path, { method: "POST", headers }, (answer) => {
        answer.resume().once("close", resolve);
      });
      // The connection is closed behind the answer, which a client that goes on sending may not see.
      large.once("error", () => resolve()).write(start);
      const next = () => {
        if (large.destroyed || written >= 300 * MB) return void large.end();
        written += MB / 4;
        large.write(Buffer.alloc(MB / 4), next);
      };
      next();
    });
    await expect.poll(refused).toBe(before + 1);
    expect(written).toBeLessThan(most * MB);
  });
});

test("whoever is still sending what nobody reads is answered at the end of it", async () => {
  const length = 4 * 1024 ** 2;
  const address = `${site.url}/-/applications/${"a".repeat(20)}`;
  const headers = { Origin: site.url, "Content-Length": String(length) };
  const sent = await new Promise<[number | undefined, number]>((resolve, reject) => {
    const sending = request(address, { method: "POST", headers });
    let written = 0;
    sending.once("error", reject);
    sending.once("response", (answer) => {
      resolve([answer.statusCode, written]);
      sending.destroy();
    });
    const next = () => {
      if (written === length) return void sending.end();
      written += 64 * 1024;
      sending.write(Buffer.alloc(64 * 1024), next);
    };
    next();
  });
  expect(sent).toEqual([404, length]);
});

test("an application's own address shows nothing", async () => {
  const response = await fetch(`${site.url}/-/applications/${"a".repeat(20)}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe("Not Found");
});

describe("what a company brings", () => {
  test("as HTML has nothing in it that acts", async () => {
    platform.position(fakePositions.plain, {
      description:
        '<h1>Big</h1><p onclick="alert(1)" style="color:red">Text</p><script>alert(1)</script>' +
        '<a href="javascript:alert(1)">x</a><iframe src="https://evil.example"></iframe>',
    });
    const page = await (await fetch(site.url + pageOf("plain"))).text();
    expect(page).toContain("<p>Text</p>");
    expect(page).not.toMatch(/alert\(1\)|<iframe/);
  });

  test("as CSS and as a script cannot leave its element", async () => {
    const breakOut = '</style></script><script id="evil">alert(1)</script>';
    platform.client({ apply_page_css: `a{}${breakOut}`, apply_page_js: `1;${breakOut}` });
    const page = await (await fetch(site.url + pageOf("plain"))).text();
    expect(elementsOf(page, "script").filter(({ attributes }) => attributes.id === "evil")).toEqual(
      [],
    );
  });

  test("as text stays text", async () => {
    const text = '<img src=x onerror="alert(1)">';
    platform.client({ name: text, description: text });
    platform.position(fakePositions.plain, { name: text, location: text });
    const page = await (await fetch(site.url + pageOf("plain"))).text();
    expect(elementsOf(page, "img")).toEqual([]);
    expect(elementsOf(page, "h1")[0]?.text).toBe(text);
  });
});

describe("the career site", () => {
  test("lists the positions, each leading to its page", async () => {
    const page = await (await fetch(site.url + careerSite)).text();
    const link = elementsOf(page, "a").find(({ text }) => text === "Mecánica de bicicletas");
    expect(link?.attributes.href).toBe(
      `/${fakeClientCode}/mecanica-de-bicicletas/${fakePositions.plain}`,
    );
    expect((await fetch(site.url + String(link?.attributes.href))).status).toBe(200);
  });

  test("finds by name without regard to case and accents, and says when there is nothing", async () => {
    const found = await (await fetch(`${site.url}${careerSite}?q=MECANICA`)).text();
    expect(textOf(found, "job-list")).toContain("Mecánica de bicicletas");
    const none = await (await fetch(`${site.url}${careerSite}?q=astronauta&lang=en`)).text();
    expect(textOf(none, "empty")).toContain("No jobs found.");
  });
});

test("the bot check's host is in the policy only where there is a bot check", async () => {
  const policyOf = async (url: string) =>
    (await fetch(url + pageOf("plain"))).headers.get("Content-Security-Policy") ?? "";
  expect(await policyOf(site.url)).toContain("default-src 'self';");
  expect(await policyOf(site.url)).not.toContain("connect-src");
  const checked = await startSite({
    platform: platform.url,
    vars: { RECAPTCHA_SITE_KEY: "key", RECAPTCHA_SCRIPT_URL: "https://check.example/x.js" },
  });
  try {
    expect(await policyOf(checked.url)).toMatch(
      /connect-src 'self' https:\/\/check\.example; frame-src 'self' https:\/\/check\.example;/,
    );
  } finally {
    await checked.stop();
  }
});
