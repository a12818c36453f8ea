import { valueAt } from '@concordat/runtime/json'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { countsSome } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import type { Link } from '../../../world/requests/members/item-links.ts'
import type { CheckContext } from '../../check.ts'
import { requestItem } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { type ComparedReferences, type Referring, referenceViolation } from './referring.ts'
import { rules } from './rules.ts'

/** Maximum depth of a number within an item. */
const DEEPEST = 2

interface Counter {
  readonly path: readonly string[]
  /** The number before the rule creates its items. */
  readonly start?: number | undefined
}

/** The numbers in an item that count the items referring to it. */
export class ReferenceCounts {
  readonly #context: CheckContext
  readonly #link: Link
  #counters: readonly Counter[]

  /** @param paths Paths of the lists of referring items. A number can be named after one of them. */
  constructor(context: CheckContext, link: Link, paths: readonly string[]) {
    this.#context = context
    this.#link = link
    this.#counters = countersOf(context, link, paths)
  }

  get areAny(): boolean {
    return this.#counters.length > 0
  }

  /** Records the numbers in an item before another item refers to it. */
  async begin(thing: Item): Promise<void> {
    if (!this.areAny) return
    const answer = await this.#read(thing)
    this.#counters = this.#counters.map(({ path }) => ({ path, start: numberAt(answer, path) }))
  }

  /** Drops the numbers that did not increase by the number of items that now refer to the given one. */
  async keepCounting(thing: Item, referring: number): Promise<void> {
    if (!this.areAny) return
    const answer = await this.#read(thing)
    this.#counters = this.#counters.filter(
      ({ path, start = 0 }) => (numberAt(answer, path) ?? 0) - start === referring,
    )
  }

  /** Compares each number with the number of items that refer to the given one. */
  async compare({ after, thing, items }: Referring): Promise<readonly ComparedReferences[]> {
    const compared: ComparedReferences[] = []
    for (const { path, start = 0 } of this.#counters) {
      const wanted = start + items.length
      const isRight = (answer: Answer): boolean => numberAt(answer, path) === wanted
      // Some servers update their counts a moment later, so a wrong count is read again.
      const late = isRight(await this.#read(thing))
        ? undefined
        : (await lookTwiceApart(() => this.#read(thing)))[1]
      const received = late && numberAt(late, path)
      if (late === undefined || received === undefined || isRight(late)) {
        compared.push('as expected')
        continue
      }
      const { create, member } = this.#link
      const fact: Fact = {
        ...{ kind: 'referring counted wrong', member: path.join('.'), operation: after.operationId },
        ...{ by: member, creator: create.operationId, wanted, received: String(received) },
      }
      compared.push(referenceViolation(after, late, { breaks: rules.counted, fact }))
    }
    return compared
  }

  async #read(thing: Item): Promise<Answer> {
    const read = await requestItem(this.#context, thing)
    if (read === undefined || !isSuccess(read.answer)) throw new NotRun({ kind: 'nothing compared' })
    return read.answer
  }
}

function numberAt({ value }: Answer, path: readonly string[]): number | undefined {
  const found = valueAt(value, path)
  return typeof found === 'number' ? found : undefined
}

/** Locations, outside arrays, of an item's integers whose names say that they count the referring items. */
function countersOf(
  { document }: CheckContext,
  { to, from, member }: Link,
  paths: readonly string[],
): readonly Counter[] {
  const read = operationById(document, to.operations.read)
  if (read === undefined) return []
  const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const things = [last(from.collection), ...paths.map(last), member]
  return shownSchemas(read, document).flatMap((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { types }, path }) => {
      const isCount =
        types.includes('integer') && things.some((thing) => countsSome(path.at(-1) ?? '', thing))
      return isCount && !path.includes(EACH) ? [{ path }] : []
    }),
  )
}
