import type { RealFault, SetName } from './fault.ts'
import { eighthGo } from './sets/eighth/go.ts'
import { eleventhGo } from './sets/eleventh/go.ts'
import { eleventhPython } from './sets/eleventh/python.ts'
import { fifthGo } from './sets/fifth/go.ts'
import { fifthPython } from './sets/fifth/python.ts'
import { firstOpened } from './sets/first-opened.ts'
import { firstSeen } from './sets/first-seen.ts'
import { fourthGo } from './sets/fourth/go.ts'
import { fourthPython } from './sets/fourth/python.ts'
import { ninthGo } from './sets/ninth/go.ts'
import { ninthPython } from './sets/ninth/python.ts'
import { principlesGo } from './sets/principles-go.ts'
import { principlesPython } from './sets/principles-python.ts'
import { secondSet } from './sets/second.ts'
import { seventhGo } from './sets/seventh/go.ts'
import { seventhPython } from './sets/seventh/python.ts'
import { sixthGo } from './sets/sixth/go.ts'
import { sixthPython } from './sets/sixth/python.ts'
import { tenthGo } from './sets/tenth/go.ts'
import { tenthPython } from './sets/tenth/python.ts'
import { thirdSet } from './sets/third.ts'

/** The sets that were sealed as a whole, in the order in which they were drawn. */
export const WHOLE_SETS = {
  second: secondSet,
  third: thirdSet,
  fourth: [...fourthGo, ...fourthPython],
  fifth: [...fifthGo, ...fifthPython],
  sixth: [...sixthGo, ...sixthPython],
  seventh: [...seventhGo, ...seventhPython],
  eighth: [...eighthGo],
  ninth: [...ninthGo, ...ninthPython],
  tenth: [...tenthGo, ...tenthPython],
  eleventh: [...eleventhGo, ...eleventhPython],
} as const satisfies Readonly<Record<string, readonly RealFault[]>>

/** The set that nobody who writes rules has read. The sets before it are open. */
export const SEALED: keyof typeof WHOLE_SETS = 'eleventh'

/** All faults, by what people who write rules know of them. */
export const FAULTS: Readonly<Record<SetName, readonly RealFault[]>> = {
  seen: firstSeen,
  opened: [
    ...firstOpened,
    ...Object.entries(WHOLE_SETS).flatMap(([name, faults]) => (name === SEALED ? [] : faults)),
  ],
  sealed: WHOLE_SETS[SEALED],
  principles: [...principlesGo, ...principlesPython],
}
