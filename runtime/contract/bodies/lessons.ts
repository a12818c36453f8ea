import type { JsonSchema } from '@concordat/runtime/schema'
import type { Answer } from '../exchange/answer.ts'
import { namedMembers } from './named-members.ts'

/** What becomes of one member of a body once refusals have named it. */
type Remedy = 'left out' | 'added' | 'made anew' | { readonly value: unknown }

export interface Refusal {
  readonly answer: Pick<Answer, 'value' | 'text'>
  /** The body that was refused. */
  readonly body: Readonly<Record<string, unknown>>
  /** The members that its schema knows, and those that it requires. */
  readonly members: ReadonlyMap<string, JsonSchema>
  readonly required: ReadonlySet<string>
  /** The value that words of the refusal ask for; `undefined` where they ask for none. */
  readonly another: (name: string, words: string) => unknown
}

/** Characters of a refusal after a member's name that may be about it. */
const NEAR = 200

/** How a refusal says that a value is taken: the next request has another one. */
const TAKEN = /\b(already|unique|duplicated?|taken|in use|exists)\b/i

/** What refusals taught of the body of one operation: which optional members are better left out, and what others want to be. */
export class Lessons {
  readonly #remedies = new Map<string, Remedy>()
  /** Each is tried once: a server may say the same of everything. */
  readonly #tried = new Set<string>()

  /**
   * Learns from a refusal. A member that it names has another value each time from now on where it calls the value taken, and
   * gets the value that its words ask for, where they do. A value that is taken may be quoted instead of its member. Else it is left out
   * where it may be, as it has rules of its own that no schema states; and one that was not there comes along.
   * @returns Whether there is anything new to try.
   */
  learn({ answer, body, members, required, another }: Refusal): boolean {
    const quoted = TAKEN.test(answer.text) ? quotedMembers(answer, body) : []
    const named = new Set([...quoted, ...namedMembers(answer, members.keys())])
    let isNews = false
    for (const name of named) {
      const isThere = Object.hasOwn(body, name)
      const words = quoted.includes(name) ? answer.text : wordsOn(name, answer.text)
      const remedies: readonly (readonly [step: string, make: () => Remedy | undefined])[] = [
        ['make anew', () => (isThere && TAKEN.test(words) ? 'made anew' : undefined)],
        ['change', () => valued(another(name, words))],
        ['leave out', () => (isThere && !required.has(name) ? 'left out' : undefined)],
        ['add', () => (isThere ? undefined : 'added')],
      ]
      for (const [step, make] of remedies) {
        const remedy = this.#tried.has(`${step} ${name}`) ? undefined : make()
        if (remedy === undefined) continue
        this.#tried.add(`${step} ${name}`)
        this.#remedies.set(name, remedy)
        isNews = true
        break
      }
    }
    return isNews
  }

  /** The members of a body by what was learnt. @param add Makes a member that comes along, or comes anew. */
  apply(members: Readonly<Record<string, unknown>>, add: (name: string) => unknown): Record<string, unknown> {
    const made = { ...members }
    for (const [name, remedy] of this.#remedies) {
      const isThere = Object.hasOwn(made, name)
      if (remedy === 'left out') delete made[name]
      else if (remedy === 'added' || remedy === 'made anew') {
        if (isThere === (remedy === 'made anew')) made[name] = add(name)
      } else made[name] = remedy.value
    }
    return made
  }
}

/** Members of a body whose texts stand in a refusal, as words of their own. */
function quotedMembers({ text }: Refusal['answer'], body: Refusal['body']): string[] {
  const words = new Set(text.match(/[\w$-]+/g))
  return Object.keys(body).filter((name) => words.has(String(body[name])) && typeof body[name] === 'string')
}

function valued(value: unknown): Remedy | undefined {
  return value === undefined ? undefined : { value }
}

function wordsOn(name: string, text: string): string {
  const start = text.indexOf(name)
  const words = start < 0 ? text : text.slice(start + name.length, start + name.length + NEAR)
  // As the words were before they became JSON.
  return words.replace(/\\(["\\/])/g, '$1')
}
