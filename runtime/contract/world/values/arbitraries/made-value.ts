import { NotRun } from '../../../data/outcome/not-run.ts'
import { Unmakeable } from '../unmakeable.ts'
import { validValue } from './valid-value.ts'

/** A value that matches a schema. @throws NotRun if none can be made. */
export function madeValue(...[schema, options]: Parameters<typeof validValue>): unknown {
  return valueWhereMakeable(() => validValue(schema, options))
}

/** @throws NotRun if no value can be made. */
export function valueWhereMakeable(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof Unmakeable)
      throw new NotRun({ kind: 'unmakeable', why: error.message, needsExample: true })
    throw error
  }
}
