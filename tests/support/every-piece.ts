import { holdEveryPiece } from "../../app/application/phone/numbering.server";

// As where every piece of the numbering plans has come; pieces.test.ts tries how they come.
holdEveryPiece();
