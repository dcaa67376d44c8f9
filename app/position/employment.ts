import { foldText } from "~/contract/fold-text";
import type { EmploymentType } from "../platform/types";

/** Words in contracts that name an employment type, in English and Spanish. */
const WORDS: [type: EmploymentType, words: RegExp][] = [
  [
    "FULL_TIME",
    /\b(full([ -]?(or|and|[/&])[ -]?part)?[ -]?time|(jornada|tiempo) ((parcial|reducida) ?[oy/] ?)?complet[ao])\b/,
  ],
  [
    "PART_TIME",
    /\b(part([ -]?(or|and|[/&])[ -]?full)?[ -]?time|media jornada|medio tiempo|(jornada|tiempo) (complet[ao] ?[oy/] ?)?(parcial|reducida))\b/,
  ],
  [
    "CONTRACTOR",
    /\b(contractor|freelance|self-employed|autonom[oa]s?|por cuenta propia|(por|de) honorarios|contrato mercantil)\b/,
  ],
  [
    "TEMPORARY",
    /\b(temporary|seasonal|fixed[ -]term|(?<!empresa de trabajo )temporal(es)?|eventual|de temporada)\b/,
  ],
  [
    "INTERN",
    /\b(intern|internship|(en|de) practicas|practicas( profesionales)?|becari[oa]s?|pasantia)\b/,
  ],
  ["VOLUNTEER", /\b(volunteer|volunteering|voluntari[oa]|voluntariado)\b/],
  ["PER_DIEM", /\b(per diem|por dias?|by the day)\b/],
];

interface EmploymentFacts {
  employmentTypes?: EmploymentType[];
  contractType?: string;
}

/** Returns a position's employment types: the platform's, or else those named in the contract. */
export function getEmploymentTypes({
  employmentTypes,
  contractType = "",
}: EmploymentFacts): EmploymentType[] {
  // The page does not show `OTHER`.
  if (employmentTypes) return employmentTypes.filter((type) => type !== "OTHER");
  const contract = foldText(contractType);
  return WORDS.flatMap(([type, words]) => (words.test(contract) ? type : []));
}
