/** @jsxImportSource hono/jsx */
// Counts of a position's applications by week and by source.
import { Hono } from "hono";
import * as z from "zod";
import { formatSource } from "../answers";
import { ID, withPosition, type DeskEnv } from "../context";
import { Page } from "../pages/layout";
import { Card } from "../pages/parts";
import { formatDay, useDesk } from "../pages/view";
import type { PositionRow } from "../records";

export const numbers = new Hono<DeskEnv>();

interface Count {
  name: string;
  count: number;
}

interface NumbersProps {
  position: PositionRow;
  /** By the first day of the week, in order. Weeks without applications are missing. */
  weeks: Count[];
  /** By the stored source. */
  sources: Count[];
}

numbers.get(`/positions/${ID}/numbers`, withPosition, async (context) => {
  const { position } = context.var;
  const found = await context.var.records.numbers(position.uuid);
  return context.render(<NumbersPage position={position} {...found} />);
});

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The page shows half a year, and the sources with the most applications. */
const MAX_WEEKS = 26;
const MAX_SOURCES = 20;

function NumbersPage({ position, weeks, sources }: NumbersProps) {
  const { texts } = useDesk();
  const { uuid, name, application_count } = position;
  const all = fillWeeks(weeks);
  const latest = [...all].reverse().map((week) => ({
    ...week,
    text: <time datetime={week.name}>{formatDay(week.name, texts)}</time>,
  }));
  return (
    <Page
      {...{ title: `${texts.numbers}: ${name}`, heading: texts.numbers, section: "positions" }}
      trail={[
        ["/", texts.positions],
        [`/positions/${uuid}`, name],
      ]}
      intro={`${texts.applications(application_count)}. ${texts.numbersHint}`}
    >
      <Card title={texts.byWeek}>
        <Plot counts={all} />
        <Table head={texts.week} counts={latest} />
      </Card>
      <Card title={texts.bySource}>
        <Table head={texts.source} counts={mergeSources(sources, texts.noSource)} />
      </Card>
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
    .sort((a, b) => b.count - a.count)
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
  head: string;
  counts: readonly (Count & { text?: unknown })[];
}

const Table = ({ head, counts }: TableProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        <th scope="col">{useDesk().texts.inbox}</th>
      </tr>
    </thead>
    <tbody>
      {counts.map(({ name, text = name, count }) => (
        <tr>
          <th scope="row">{text}</th>
          <td>{count}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
