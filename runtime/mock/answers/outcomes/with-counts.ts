import { setAt, valueAt } from '@concordat/runtime/json'
import type { Granted, MockOutcome } from './granted.ts'

/** Makes statistics agree with the lists: "total_users" is the number of users. */
export function withCounts({ operation, pathValues, world }: Granted, outcome: MockOutcome): MockOutcome {
  const { show } = outcome
  const counted = world.resources.countedBy(operation)
  if (show === undefined || counted.length === 0) return outcome
  return {
    ...outcome,
    show: (schema, example) =>
      counted.reduce(
        (value, { resource, path }) => {
          const count = world.collection(resource, pathValues)?.items.length
          const isShown = typeof valueAt(value, path) === 'number'
          return isShown && world.maker.fits(count, schema.at(path)) ? setAt(value, path, count) : value
        },
        show(schema, example),
      ),
  }
}
