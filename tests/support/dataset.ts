import { BLOBS, DOUBLES } from "~/app/metrics/point";
import type { Site } from "./site";

/** A fake dataset that logs its points, or one that always fails. */
export type Dataset = "recorded-points" | "failing-points";

const WRITES: Record<Dataset, string> = {
  "recorded-points": "console.log('[point] ' + JSON.stringify(point));",
  "failing-points": "throw new Error('The dataset is unavailable');",
};

/** The Worker behind a dataset's binding. Miniflare's own datasets discard their points. */
export const datasetWorker = (dataset: Dataset) => ({
  name: dataset,
  modules: [
    {
      type: "ESModule",
      path: "index.js",
      contents: `export default () => ({ writeDataPoint(point) { ${WRITES[dataset]} } });`,
    },
  ],
});

interface Written {
  indexes: string[];
  blobs: string[];
  doubles: number[];
}

type Named = Partial<
  Record<(typeof BLOBS)[number], string> & Record<(typeof DOUBLES)[number], number>
> & { index: string };

export const readPoints = ({ log }: Pick<Site, "log">): Written[] =>
  log.flatMap((line) => {
    const [, json] = /^\[point\] (.*)$/.exec(line) ?? [];
    return json === undefined ? [] : [JSON.parse(json) as Written];
  });

/** Returns the values of every point by column name. Omits empty strings and zeros. */
export const readNamedPoints = (site: Pick<Site, "log">): Named[] =>
  readPoints(site).map(({ indexes, blobs, doubles }) => ({
    index: indexes.join(),
    ...nameColumns(BLOBS, blobs),
    ...nameColumns(DOUBLES, doubles),
  }));

const nameColumns = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(
    values.flatMap((value, at) => {
      const isSet = value !== "" && value !== 0;
      return isSet ? [[names[at] ?? `unnamed ${at}`, value]] : [];
    }),
  );
