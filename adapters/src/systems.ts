import { system as ashby } from "./ashby/index";
import type { Company } from "./companies";
import { system as greenhouse } from "./greenhouse/index";
import { system as lever } from "./lever/index";
import { system as personio } from "./personio/index";
import { system as recruitee } from "./recruitee/index";
import type { System } from "./system-interface";

type Board = Company["board"];

/** The code of each system. The command-line tool does not load this file. */
const SYSTEMS: Record<Board["system"], System<Board>> = {
  ashby,
  greenhouse,
  lever,
  personio,
  recruitee,
};

export const getSystem = ({ board }: Pick<Company, "board">): System<Board> =>
  SYSTEMS[board.system];
