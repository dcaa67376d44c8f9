/** Returns a list of this many jobs: `Puesto 1` in Lugo, `Puesto 2` in Ávila, … */
export const manyJobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `job-${index + 1}`,
    name: `Puesto ${index + 1}`,
    location: index % 2 === 0 ? "Lugo" : "Ávila",
    contract_type: "Indefinido",
  }));
