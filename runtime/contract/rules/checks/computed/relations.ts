import type { OwnNumber } from '../../evidence/log/numbers-of.ts'
import type { ShownNumbers } from '../../evidence/log/run-log.ts'

/** A way in which one of an object's numbers is computed from its other numbers: "quantity × price". */
interface Relation {
  readonly of: string
  readonly terms: readonly string[]
  readonly words: string
  /** @returns the computed value; `undefined` if the object lacks a part of the relation. */
  valueIn(numbers: ShownNumbers['numbers']): number | undefined
}

/** A relation that is true for most objects, and an object that violates it. */
export interface BrokenRelation {
  readonly relation: Pick<Relation, 'of' | 'words'>
  readonly shown: ShownNumbers
  readonly wanted: number
  /** Number of objects with different numbers for which the relation is true. */
  readonly held: number
}

/**
 * Minimum number of objects with different numbers that show a relation. With fewer, it can be a coincidence.
 */
const LEAST_HELD = 3
/** Minimum number of objects for which the relation is true, for each object that violates it. */
const HELD_FOR_EACH = 2
/**
 * Minimum absolute value of a computed number that can reveal a relation. Smaller numbers can be sums or
 * products of other numbers by chance.
 */
const LEAST_TELLING = 10
/**
 * Maximum number of an object's other numbers that are considered. With more, there would be too many sums to
 * try.
 */
const MOST_NUMBERS = 12
/** Units of a duration, in milliseconds. */
const UNITS = { milliseconds: 1, seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
/** Amounts can be rounded to hundredths. */
const HUNDREDTH = 0.011

interface Judged {
  /** Names of the numbers that no client sends. */
  readonly computed: ReadonlySet<string>
  /** True for a property whose schema lists its possible values, such as an object's state or kind. */
  readonly isState: (name: string) => boolean
}

/**
 * For each computed number, finds a relation that several objects show and an object that violates it, if
 * there is one.
 */
export function brokenRelations(
  all: readonly ShownNumbers[],
  { computed, isState }: Judged,
): readonly BrokenRelation[] {
  const names = [...new Set(all.flatMap(({ numbers }) => Object.keys(numbers)))]
  return names
    .filter((name) => computed.has(name))
    .flatMap((name) => {
      const broken = relationsOf(name, { names, all }).flatMap((relation) =>
        breachOf(relation, { all, isState }),
      )
      // A number can have several apparent relations. If one of them is always true, the others were
      // coincidences.
      const isExplained = relationsOf(name, { names, all }).some((relation) => holdsAlways(relation, all))
      return isExplained ? [] : broken.slice(0, 1)
    })
}

function relationsOf(
  of: string,
  { names, all }: { readonly names: readonly string[]; readonly all: readonly ShownNumbers[] },
): readonly Relation[] {
  const kinds = new Map(
    all.flatMap(({ numbers }) => Object.entries(numbers).map(([name, { kind }]) => [name, kind])),
  )
  const others = names.filter((name) => name !== of).slice(0, MOST_NUMBERS)
  const [times, plain] = [true, false].map((isTime) =>
    others.filter((name) => (kinds.get(name) === 'time') === isTime),
  )
  // The length of a list is neither a duration nor a part of an amount.
  const amounts = (plain ?? []).filter((name) => kinds.get(name) !== 'length')
  if (kinds.get(of) === 'time') return (times ?? []).flatMap((start) => spansFrom(of, start, amounts))
  return [...asFixture(of, plain ?? [], kinds), ...products(of, plain ?? []), ...sums(of, amounts)]
}

/**
 * Relations in which a number equals a single term, such as "the sum of lines.total" or "the number of
 * lines".
 */
function asFixture(
  of: string,
  names: readonly string[],
  kinds: ReadonlyMap<string, OwnNumber['kind']>,
): Relation[] {
  return names
    .filter((name) => ['sum', 'length'].includes(kinds.get(name) ?? ''))
    .map((name) => relation(of, { terms: [name], words: name, compute: ([value = 0]) => value }))
}

function products(of: string, names: readonly string[]): Relation[] {
  return pairs(names).map(([one, other]) =>
    relation(of, {
      terms: [one, other],
      words: `${one} × ${other}`,
      compute: ([left = 0, right = 0]) => left * right,
    }),
  )
}

function sums(of: string, names: readonly string[]): Relation[] {
  const two = pairs(names).flatMap((terms) => signed(of, terms))
  const three = names.flatMap((first, index) =>
    pairs(names.slice(index + 1)).flatMap((rest) => signed(of, [first, ...rest])),
  )
  return [...two, ...three]
}

/** Every combination of plus and minus signs for the terms, except all minus. */
function signed(of: string, terms: readonly string[]): Relation[] {
  return Array.from({ length: 2 ** terms.length - 1 }, (_, bits) => {
    const signs = terms.map((_, index) => ((bits >> index) & 1 ? -1 : 1))
    const added = terms.filter((_, index) => signs[index] === 1).join(' + ')
    const taken = terms.flatMap((term, index) => (signs[index] === -1 ? [` - ${term}`] : [])).join('')
    const compute = (values: readonly number[]): number =>
      values.reduce((sum, value, index) => sum + value * (signs[index] ?? 1), 0)
    return relation(of, { terms, words: `${added}${taken}`, compute })
  })
}

/** "start + minutes". */
function spansFrom(of: string, start: string, names: readonly string[]): Relation[] {
  return names.flatMap((length) =>
    Object.entries(UNITS).map(([unit, factor]) =>
      relation(of, {
        terms: [start, length],
        words: `${start} + ${length} in ${unit}`,
        compute: ([from = 0, value = 0]) => from + value * factor,
      }),
    ),
  )
}

function relation(
  of: string,
  {
    terms,
    words,
    compute,
  }: {
    readonly terms: readonly string[]
    readonly words: string
    readonly compute: (values: readonly number[]) => number
  },
): Relation {
  return {
    of,
    terms,
    words,
    valueIn: (numbers) => {
      const values = terms.flatMap((term) => numbers[term]?.value ?? [])
      return values.length === terms.length ? compute(values) : undefined
    },
  }
}

function pairs(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const))
}

function breachOf(
  relation: Relation,
  { all, isState }: { readonly all: readonly ShownNumbers[]; readonly isState: Judged['isState'] },
): readonly BrokenRelation[] {
  const { of } = relation
  const [kept, broken] = split(relation, all)
  const telling = kept.filter((shown) => tells(relation, shown))
  const held = different(relation, telling)
  const breaches = different(relation, broken)
  if (held < LEAST_HELD || breaches === 0) return []
  // Some relations are true only for new items, and many changes violate them, so creates alone can prove a
  // relation.
  const ofCreates = (some: readonly ShownNumbers[]): number =>
    different(
      relation,
      some.filter(({ operation }) => operation.resource?.role === 'create'),
    )
  const isOfNew = ofCreates(telling) >= LEAST_HELD && ofCreates(broken) === 0
  if (breaches * HELD_FOR_EACH > held && !isOfNew) return []
  const isVaried = [of, ...relation.terms].some(
    (name) => new Set(telling.map(({ numbers }) => numbers[name]?.value)).size >= LEAST_HELD,
  )
  const [shown, ...others] = broken.filter((one) => !isExplained(one, { kept, relation, isState }))
  const sighted = [shown, ...others].reduce((sum, one) => sum + (one?.times ?? 0), 0)
  const wanted = shown && relation.valueIn(shown.numbers)
  if (!isVaried || isInStep(relation, telling)) return []
  if (shown === undefined || wanted === undefined || sighted < 2) return []
  return others.length + 1 === broken.length ? [{ relation, shown, wanted, held }] : []
}

/**
 * True if a computed number and one of three terms always differ by the same amounts. Numbers that a server
 * counts up together, such as ids, equal many sums of one another.
 */
function isInStep({ of, terms }: Relation, telling: readonly ShownNumbers[]): boolean {
  const isSteady = (term: string): boolean => {
    const apart = telling.map(({ numbers }) => (numbers[of]?.value ?? 0) - (numbers[term]?.value ?? 0))
    return new Set(apart).size < LEAST_HELD
  }
  return terms.length > 2 && terms.some(isSteady)
}

function holdsAlways(relation: Relation, all: readonly ShownNumbers[]): boolean {
  const [kept, broken] = split(relation, all)
  return (
    broken.length === 0 &&
    different(
      relation,
      kept.filter((shown) => tells(relation, shown)),
    ) >= LEAST_HELD
  )
}

/**
 * The objects for which a relation is true, and the objects that violate it. Objects that lack a part of the
 * relation are in neither list.
 */
function split(relation: Relation, all: readonly ShownNumbers[]): readonly [ShownNumbers[], ShownNumbers[]] {
  const [kept, broken]: [ShownNumbers[], ShownNumbers[]] = [[], []]
  for (const shown of all) {
    const [wanted, own] = [relation.valueIn(shown.numbers), shown.numbers[relation.of]?.value]
    if (wanted === undefined || own === undefined) continue
    const isExact = Number.isInteger(own) && Number.isInteger(wanted)
    ;(Math.abs(own - wanted) <= (isExact ? 0 : HUNDREDTH) ? kept : broken).push(shown)
  }
  return [kept, broken]
}

/**
 * True if an object shows a relation in a way that is unlikely to be a coincidence. Many relations are true
 * for 0 and 1.
 */
function tells({ of, terms }: Relation, { numbers }: ShownNumbers): boolean {
  const own = numbers[of]
  if (own?.kind !== 'time' && Math.abs(own?.value ?? 0) < LEAST_TELLING) return false
  const isProduct = terms.length > 1
  return terms.every((term) => {
    const { value = 0 } = numbers[term] ?? {}
    return value !== 0 && (!isProduct || Math.abs(value) !== 1)
  })
}

/** Number of different combinations of values that objects have in a relation. */
function different({ of, terms }: Relation, all: readonly ShownNumbers[]): number {
  return new Set(all.map(({ numbers }) => [of, ...terms].map((name) => numbers[name]?.value).join())).size
}

/**
 * True if something outside the relation can explain why an object violates it: a number that is 0 or missing
 * in all objects that follow the relation, or a state or another property with a value that none of these
 * objects has.
 */
function isExplained(
  { numbers, others }: ShownNumbers,
  {
    kept,
    relation,
    isState,
  }: {
    readonly kept: readonly ShownNumbers[]
    readonly relation: Relation
    readonly isState: Judged['isState']
  },
): boolean {
  const isPart = (name: string): boolean => name === relation.of || relation.terms.includes(name)
  const isNews = Object.entries(numbers).some(
    ([name, { value, kind }]) =>
      kind === 'number' &&
      !isPart(name) &&
      value !== 0 &&
      kept.every((one) => (one.numbers[name]?.value ?? 0) === 0),
  )
  if (isNews) return true
  const told = (name: string, value: unknown): unknown =>
    isState(name) || typeof value !== 'string' ? value : 'a text'
  return Object.entries(others).some(
    ([name, value]) => !kept.some((one) => told(name, one.others[name]) === told(name, value)),
  )
}
