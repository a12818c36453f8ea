import { isObject } from '@concordat/runtime/json'
import { pathTexts } from '../document/place.ts'
import type { RequestPlan, SentValue } from '../exchange/request.ts'

/** A value that a request took from earlier answers. */
export type Taken = Required<SentValue>

/** The values of a request whose sources are known, as far as it still has them: a check may have put others in their place. */
export function takenBy(plan: RequestPlan): readonly Taken[] {
  const inPath = Object.entries(plan.path ?? {}).map(
    ([name, value]): SentValue => ({ ...value, location: 'path', name }),
  )
  return [...inPath, ...(plan.sources ?? [])].flatMap(({ location, name, text, from }) =>
    from !== undefined && textsAt(plan, { location, name }).includes(text)
      ? [{ location, name, text, from }]
      : [],
  )
}

/** The value of a request in one place; in a body that is a list each item may have something. */
function textsAt(
  { path, body, raw, ...plan }: RequestPlan,
  { location, name }: Pick<SentValue, 'location' | 'name'>,
): readonly string[] {
  const objects =
    location === 'body'
      ? [raw === undefined ? body?.value : undefined].flat()
      : [location === 'path' ? pathTexts(path) : plan[location]]
  return objects
    .filter(isObject)
    .flatMap((object) => (Object.hasOwn(object, name) ? [String(object[name])] : []))
}
