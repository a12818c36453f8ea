import type { RealFault, SetName } from './fault.ts'
import { opened } from './opened.ts'
import { openedFifthGo } from './opened-fifth-go.ts'
import { openedFifthPython } from './opened-fifth-python.ts'
import { openedFourthGo } from './opened-fourth-go.ts'
import { openedFourthPython } from './opened-fourth-python.ts'
import { openedSecond } from './opened-second.ts'
import { openedSixthGo } from './opened-sixth-go.ts'
import { openedSixthPython } from './opened-sixth-python.ts'
import { openedThird } from './opened-third.ts'
import { principlesGo } from './principles-go.ts'
import { principlesPython } from './principles-python.ts'
import { sealedSixthGo } from './sealed-sixth-go.ts'
import { sealedSixthPython } from './sealed-sixth-python.ts'
import { seen } from './seen.ts'

/** All faults, by what people who write rules know of them. */
export const FAULTS: Readonly<Record<SetName, readonly RealFault[]>> = {
  seen,
  opened: [
    ...[...opened, ...openedSecond, ...openedThird],
    ...[...openedFourthGo, ...openedFourthPython],
    ...[...openedFifthGo, ...openedFifthPython],
    ...[...openedSixthGo, ...openedSixthPython],
  ],
  // The seventh set, drawn on 29 November 2026, and sealed as a whole.
  sealed: [...sealedSixthGo, ...sealedSixthPython],
  principles: [...principlesGo, ...principlesPython],
}
