import type { RealFault, SetName } from './fault.ts'
import { opened } from './opened.ts'
import { openedSecond } from './opened-second.ts'
import { openedThird } from './opened-third.ts'
import { principlesGo } from './principles-go.ts'
import { principlesPython } from './principles-python.ts'
import { sealedThirdGo } from './sealed-third-go.ts'
import { sealedThirdPython } from './sealed-third-python.ts'
import { seen } from './seen.ts'

/** All faults, by what people who write rules know of them. */
export const FAULTS: Readonly<Record<SetName, readonly RealFault[]>> = {
  seen,
  opened: [...opened, ...openedSecond, ...openedThird],
  // Drawn on 28 November 2026, and sealed as a whole.
  sealed: [...sealedThirdGo, ...sealedThirdPython],
  principles: [...principlesGo, ...principlesPython],
}
