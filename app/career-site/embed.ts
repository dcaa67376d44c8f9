import type { Language } from "~/contract/languages";
import { toSearchText, createMatcher } from "./search";

/*
 * The custom element `<puerta-jobs src="…">`, which lists a company's open positions on its own site
 * (docs/embed.md). The script is standalone, because it runs on other sites' pages.
 */

interface FeedItem {
  title: string;
  url: string;
  content_text: string;
}

/** The properties of a JSON Feed that the script reads. */
interface Feed {
  language?: string;
  items: FeedItem[];
}

const EN = {
  search: "Search jobs",
  loading: "Loading jobs...",
  none: "No jobs found.",
  failed: "We couldn't load the jobs.",
};

const ES = {
  search: "Buscar ofertas",
  loading: "Cargando ofertas...",
  none: "No hemos encontrado ofertas.",
  failed: "No hemos podido cargar las ofertas.",
};

const MX = {
  search: "Buscar vacantes",
  loading: "Cargando vacantes...",
  none: "No encontramos vacantes.",
  failed: "No pudimos cargar las vacantes.",
};

const PT: typeof EN = {
  search: "Buscar vagas",
  loading: "Carregando vagas...",
  none: "Nenhuma vaga encontrada.",
  failed: "Não conseguimos carregar as vagas.",
};

const FR: typeof EN = {
  search: "Rechercher une offre",
  loading: "Chargement des offres…",
  none: "Aucune offre trouvée.",
  failed: "Nous n’avons pas pu charger les offres.",
};

const DE: typeof EN = {
  search: "Stellen suchen",
  loading: "Stellen werden geladen\u00a0…",
  none: "Keine Stellen gefunden.",
  failed: "Wir konnten die Stellen nicht laden.",
};

const TEXTS: Record<Language, typeof EN> = {
  "es-mx": MX,
  "es-es": ES,
  en: EN,
  "pt-br": PT,
  fr: FR,
  de: DE,
};

/** Returns the texts for a language tag: `es-MX` has separate texts, `fr-CA` uses those of `fr`. */
function getTexts(tag: string) {
  const wanted = tag.toLowerCase();
  const [language] = wanted.split("-");
  const hasLanguage = ([name]: [string, unknown]) => name.split("-")[0] === language;
  const exact = (TEXTS as Partial<Record<string, typeof EN>>)[wanted];
  return exact ?? Object.entries(TEXTS).findLast(hasLanguage)?.[1] ?? EN;
}

/** Pages can style the element with these custom properties and through its parts. */
const STYLE = `
:host{display:block}
form{margin:0 0 1em}
input{box-sizing:border-box;inline-size:100%;min-block-size:2.75em;padding:.5em .75em;border:1px solid var(--puerta-border,#767676);border-radius:var(--puerta-radius,.5em);background:var(--puerta-field,Field);color:var(--puerta-field-text,FieldText);font:inherit}
ul{margin:0;padding:0;list-style:none}
li{padding-block:.75em;border-block-end:1px solid var(--puerta-line,#d9dde3)}
a{display:inline-block;padding-block:.25em;color:var(--puerta-link,LinkText);font-weight:600}
[part=facts]{display:block;color:var(--puerta-soft,inherit)}
label span{display:block;margin-block-end:.25em}
:focus-visible{outline:3px solid var(--puerta-link,currentcolor);outline-offset:2px}`;

/** Appends an element with a part name for styling. */
function appendElement<Name extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: Name,
  part: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.setAttribute("part", part);
  element.textContent = text;
  parent.appendChild(element);
  return element;
}

/** Whether a URL is http(s). Feeds are untrusted, so items with other URLs are left out. */
const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);

class PuertaJobs extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    this.addStyle(root);
    const content = appendElement(root, "div", "content");
    // The slot shows the element's content, a link to the career site.
    root.appendChild(document.createElement("slot"));
    void this.load(content);
  }

  /** Constructed style sheets work even if the page's CSP forbids inline styles. */
  private addStyle(root: ShadowRoot): void {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
    } catch {
      const style = document.createElement("style");
      style.textContent = STYLE;
      root.appendChild(style);
    }
  }

  private async load(content: HTMLElement): Promise<void> {
    const pageLanguage = this.closest("[lang]")?.getAttribute("lang") ?? "";
    const status = appendElement(content, "p", "status", getTexts(pageLanguage).loading);
    status.setAttribute("role", "status");
    try {
      const site = new URL(this.getAttribute("src") ?? "", document.baseURI);
      const feed = new URL(`${site.pathname.replace(/\/$/, "")}/feed.json`, site);
      const response = await fetch(feed.href);
      if (!response.ok) throw new Error(String(response.status));
      const { items, language = pageLanguage } = (await response.json()) as Feed;
      this.show(
        content,
        status,
        items.filter(({ url }) => isWebUrl(url)),
        this.lang === "" ? language : this.lang,
      );
    } catch {
      status.textContent = getTexts(pageLanguage).failed;
    }
  }

  private show(
    content: HTMLElement,
    status: HTMLElement,
    items: readonly FeedItem[],
    language: string,
  ): void {
    const texts = getTexts(language);
    content.lang = language;
    status.textContent = items.length > 0 ? "" : texts.none;
    if (items.length === 0) return;
    const form = document.createElement("form");
    form.setAttribute("role", "search");
    form.setAttribute("part", "search");
    content.insertBefore(form, status);
    const label = appendElement(form, "label", "label");
    appendElement(label, "span", "label-text", texts.search);
    const input = appendElement(label, "input", "input");
    input.type = "search";
    const list = appendElement(content, "ul", "list");
    const rows = items.map(({ title, url, content_text: facts }) => {
      const row = appendElement(list, "li", "job");
      appendElement(row, "a", "link", title).href = url;
      appendElement(row, "span", "facts", facts);
      return { row, text: toSearchText([title, facts]) };
    });
    const search = () => {
      const isMatch = createMatcher(
        input.value,
        rows.map(({ text }) => text),
      );
      const found = rows.filter(({ row, text }) => !(row.hidden = !isMatch(text)));
      status.textContent = found.length > 0 ? "" : texts.none;
    };
    input.addEventListener("input", search);
    form.addEventListener("submit", (event) => event.preventDefault());
  }
}

if (!customElements.get("puerta-jobs")) customElements.define("puerta-jobs", PuertaJobs);
