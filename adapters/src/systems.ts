import { ashby } from "./ashby/ashby";
import type { Company } from "./companies";
import { greenhouse } from "./greenhouse/greenhouse";
import { lever } from "./lever/lever";
import { personio } from "./personio/personio";
import { recruitee } from "./recruitee/recruitee";
import type { System } from "./system";

type Board = Company["board"];

/** The system that has a company's jobs. */
export function systemOf({ board }: Pick<Company, "board">): System<Board> {
  return SYSTEMS[board.system];
}

const SYSTEMS: Record<Board["system"], System<Board>> = {
  greenhouse,
  recruitee,
  ashby,
  personio,
  lever,
};
