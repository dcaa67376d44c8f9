/** @jsxImportSource hono/jsx */
import * as z from "zod";
import { formatSource } from "../answers";
import type { PositionRow } from "../records";
import { Page, type View } from "./layout";

interface Count {
  name: string;
  count: number;
}

interface NumbersProps {
  view: View;
  position: PositionRow;
  /** By the first day of the week, in order. Weeks without applications are missing. */
  weeks: Count[];
  /** By the stored source. */
  sources: Count[];
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Limits what is shown: half a year, and the sources with the most applications. */
const MAX_WEEKS = 26;
const MAX_SOURCES = 20;

/** Shows how many apply each week, and from where. */
export function NumbersPage({ view, position, weeks, sources }: NumbersProps) {
  const { texts } = view;
  const { uuid, name, application_count } = position;
  const all = fillWeeks(weeks);
  return (
    <Page
      {...{
        view,
        title: `${texts.numbers}: ${name}`,
        heading: texts.numbers,
        section: "positions",
      }}
      trail={[
        ["/", texts.positions],
        [`/positions/${uuid}`, name],
      ]}
      intro={`${texts.applications(application_count)}. ${texts.numbersHint}`}
    >
      <section class="card">
        <h2>{texts.byWeek}</h2>
        <Plot counts={all} />
        <Table head={texts.week} view={view} counts={[...all].reverse()} isWeeks />
      </section>
      <section class="card">
        <h2>{texts.bySource}</h2>
        <Table head={texts.source} view={view} counts={mergeSources(sources, texts.noSource)} />
      </section>
    </Page>
  );
}

function fillWeeks(weeks: readonly Count[]): Count[] {
  const counts = new Map(weeks.map(({ name, count }) => [name, count]));
  const last = Date.parse(weeks.at(-1)?.name ?? "");
  const first = Math.max(Date.parse(weeks[0]?.name ?? ""), last - (MAX_WEEKS - 1) * WEEK_MS);
  const all: Count[] = [];
  for (let at = first; at <= last; at += WEEK_MS) {
    const name = new Date(at).toISOString().slice(0, 10);
    all.push({ name, count: counts.get(name) ?? 0 });
  }
  return all;
}

const Source = z.record(z.string(), z.string()).catch({});

/** A source is stored with its keys in any order. */
function mergeSources(sources: readonly Count[], none: string): Count[] {
  const counts = new Map<string, number>();
  for (const { name, count } of sources) {
    const stored = Object.entries(Source.parse(JSON.parse(name))).sort();
    const source = formatSource({ source: Object.fromEntries(stored) }) || none;
    counts.set(source, (counts.get(source) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_SOURCES);
}

const HEIGHT = 60;

/** Bars of a plot, whose numbers are in the table below. */
function Plot({ counts }: { counts: readonly Count[] }) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <svg class="plot" viewBox={`0 0 ${MAX_WEEKS * 10} ${HEIGHT}`} aria-hidden="true">
      {counts.map(({ count }, index) => {
        const height = Math.max(1, (count / most) * HEIGHT);
        return <rect x={index * 10 + 1} y={HEIGHT - height} width={8} height={height} rx={1} />;
      })}
    </svg>
  );
}

interface TableProps {
  view: View;
  head: string;
  counts: readonly Count[];
  isWeeks?: boolean;
}

function Table({ view: { texts }, head, counts, isWeeks = false }: TableProps) {
  const locale = texts.lang === "es" ? "es" : "en-GB";
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{texts.inbox}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, count }) => (
          <tr>
            <th scope="row">
              {isWeeks ? <time datetime={name}>{format.format(new Date(name))}</time> : name}
            </th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
