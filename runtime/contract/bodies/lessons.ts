import { isObject } from '@concordat/runtime/json'
import { objections } from '@concordat/runtime/lexicon'
import type { Answer } from '../exchange/answer.ts'
import type { BodyMember, MemberPath } from './body-members.ts'
import { namedPaths } from './named-members.ts'

/** What becomes of one member of a body, at any depth, once refusals have named it. */
type Remedy = 'left out' | 'added' | 'made anew' | { readonly value: unknown }

export interface Refusal {
  readonly answer: Pick<Answer, 'value' | 'text'>
  /** The body that was refused. */
  readonly body: Readonly<Record<string, unknown>>
  /** The members that its schema knows. */
  readonly members: readonly BodyMember[]
  /** The value that words of the refusal ask for; `undefined` where they ask for none. */
  readonly another: (member: BodyMember, words: string) => unknown
  /** The value after this one, of a member whose values the schema lists; `undefined` for any other. */
  readonly next: (member: BodyMember, value: unknown) => unknown
}

/** What refusals taught of the body of one operation: which optional members are better left out, and what others want to be. */
export class Lessons {
  /** By the place of the member. */
  readonly #remedies = new Map<string, { readonly path: MemberPath; readonly remedy: Remedy }>()
  /** Each is tried once: a server may say the same of everything. */
  readonly #tried = new Set<string>()

  /**
   * Learns from a refusal. A member that it names has another value each time from now on where it calls the value taken, and
   * gets the value that its words ask for, where they do. A value that is taken may be quoted instead of its member; one of few that
   * the schema lists gives way to the next, as often as it is taken, unless another member is to blame. Else the member is left out
   * where it may be, or what is around it, as it has rules of its own that no schema states; and one that was not there comes along.
   * @returns Whether there is anything new to try.
   */
  learn({ answer, body, members, another, next }: Refusal): boolean {
    const known = new Map(members.map((member) => [placeOf(member.path), member]))
    const quoted = objections.isTaken(answer.text) ? quotedMembers(answer, { body, members }) : []
    const named = namedPaths(
      answer,
      members.map(({ path }) => path),
    )
    const words = new Map([
      ...named.map((one) => [placeOf(one.path), one.words] as const),
      ...quoted.map((place) => [place, answer.text] as const),
    ])
    const concerned = [...new Set([...quoted, ...words.keys()])].flatMap((place) => {
      const member = known.get(place)
      if (member === undefined) return []
      const said = words.get(place) ?? ''
      const [value] = valuesAt(body, member.path)
      const isTaken = value !== undefined && objections.isTaken(said)
      return [{ place, member, said, isTaken, listed: isTaken ? next(member, value) : undefined }]
    })
    const isOtherTaken = concerned.some(({ isTaken, listed }) => isTaken && listed === undefined)
    let isNews = false
    for (const { place, member, said, isTaken, listed } of concerned) {
      const { path } = member
      if (listed !== undefined) {
        if (!isOtherTaken) this.#remedies.set(place, { path, remedy: { value: listed } })
        isNews ||= !isOtherTaken
        continue
      }
      const isThere = valuesAt(body, path).length > 0
      const around = path.map((_, index) => known.get(placeOf(path.slice(0, path.length - index))))
      const free = around.find((each) => each?.isRequired === false)
      const remedies: readonly (readonly [of: BodyMember | undefined, make: () => Remedy | undefined])[] = [
        [member, () => (isTaken ? 'made anew' : undefined)],
        [member, () => valued(another(member, said))],
        [free, () => (isThere ? 'left out' : undefined)],
        [member, () => (isThere ? undefined : 'added')],
      ]
      isNews = remedies.some(([of, make], step) => this.#try(of, { step, make })) || isNews
    }
    return isNews
  }

  /** @returns Whether there is a remedy for the member that was not tried before. */
  #try(
    member: BodyMember | undefined,
    { step, make }: { readonly step: number; readonly make: () => Remedy | undefined },
  ): boolean {
    if (member === undefined) return false
    const place = placeOf(member.path)
    const remedy = this.#tried.has(`${step} ${place}`) ? undefined : make()
    if (remedy === undefined) return false
    this.#tried.add(`${step} ${place}`)
    this.#remedies.set(place, { path: member.path, remedy })
    return true
  }

  /** A body by what was learnt. @param add Makes a member that comes along, or comes anew. */
  apply(
    body: Readonly<Record<string, unknown>>,
    add: (path: MemberPath) => unknown,
  ): Readonly<Record<string, unknown>> {
    let made = body
    for (const { path, remedy } of this.#remedies.values()) {
      if (remedy === 'added') made = added(made, path, add)
      else if (remedy === 'left out')
        made = changed(made, path, ({ [path.at(-1) ?? '']: _, ...others }) => others)
      else if (remedy === 'made anew')
        made = changed(made, path, (object, name) =>
          Object.hasOwn(object, name) ? { ...object, [name]: add(path) } : object,
        )
      else made = changed(made, path, (object, name) => ({ ...object, [name]: remedy.value }))
    }
    return made
  }
}

/** Equal for equal paths. */
function placeOf(path: MemberPath): string {
  return path.join('\n')
}

type Members = Readonly<Record<string, unknown>>

/** A body in which each object that has the last member of a path, or may have it, is another one. */
function changed(
  body: Members,
  path: MemberPath,
  change: (object: Members, name: string) => Members,
): Members {
  const [name = '', ...below] = path
  if (below.length === 0) return change(body, name)
  const within = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(within) : isObject(value) ? changed(value, below, change) : value
  return Object.hasOwn(body, name) ? { ...body, [name]: within(body[name]) } : body
}

/** A body that has the member, and the objects around it. */
function added(body: Members, path: MemberPath, add: (path: MemberPath) => unknown): Members {
  return path.reduce((made, _, index) => {
    const above = path.slice(0, index + 1)
    return changed(made, above, (object, name) =>
      Object.hasOwn(object, name) ? object : { ...object, [name]: add(above) },
    )
  }, body)
}

/** What a body has at a path; in its lists each item may have something. */
function valuesAt(value: unknown, path: MemberPath): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...below] = path
  if (name === undefined) return [value]
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], below) : []
}

/** Members of a body whose texts stand in a refusal, as words of their own. */
function quotedMembers(
  { text }: Refusal['answer'],
  { body, members }: Pick<Refusal, 'body' | 'members'>,
): readonly string[] {
  const words = new Set(text.match(/[\w$-]+/g))
  return members.flatMap(({ path }) =>
    valuesAt(body, path).some((value) => typeof value === 'string' && words.has(value))
      ? [placeOf(path)]
      : [],
  )
}

function valued(value: unknown): Remedy | undefined {
  return value === undefined ? undefined : { value }
}
