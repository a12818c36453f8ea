import { NotRun } from '../../../data/outcome/not-run.ts'
import { Unmakeable } from '../unmakeable.ts'
import { validValue } from './valid-value.ts'

/** Creates a value that matches a schema. @throws NotRun if that is impossible. */
export function madeValue(...[schema, options]: Parameters<typeof validValue>): unknown {
  return valueWhereMakeable(() => validValue(schema, options))
}

/** @throws NotRun if no value can be created. */
export function valueWhereMakeable(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof Unmakeable)
      throw new NotRun({ kind: 'unmakeable', why: error.message, needsExample: true })
    throw error
  }
}
