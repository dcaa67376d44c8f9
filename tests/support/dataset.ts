import { BLOBS, DOUBLES } from "../../app/metrics/point";
import type { Site } from "./site";

/** A dataset in the place of Cloudflare's: one that can be read, or one that always fails. */
export type Dataset = "kept-points" | "failing-points";

const WRITES: Record<Dataset, string> = {
  "kept-points": "console.log('[point] ' + JSON.stringify(point));",
  "failing-points": "throw new Error('The dataset is away');",
};

/** The Worker that Miniflare makes a dataset's binding of. Its own one lets every point go. */
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

/** Every point that a site has written so far, as it was written. */
export const readPoints = ({ log }: Pick<Site, "log">): Written[] =>
  log.flatMap((line) => {
    const [, json] = /^\[point\] (.*)$/.exec(line) ?? [];
    return json === undefined ? [] : [JSON.parse(json) as Written];
  });

/** The same by the columns' names, without what says nothing. */
export const readNamedPoints = (site: Pick<Site, "log">): Named[] =>
  readPoints(site).map(({ indexes, blobs, doubles }) => ({
    index: indexes.join(),
    ...nameColumns(BLOBS, blobs),
    ...nameColumns(DOUBLES, doubles),
  }));

const nameColumns = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(
    values.flatMap((value, at) => {
      const isSaid = value !== "" && value !== 0;
      return isSaid ? [[names[at] ?? `unnamed ${at}`, value]] : [];
    }),
  );
