import { EVENT_ID, parseEvents } from 'js-yaml'
import { isContainer, setMember } from '../source/json.ts'

/** Nodes that the aliases of a file may repeat: a few hundred bytes of YAML can stand for more than fits into memory. */
export const MAX_REPEATED = 1_000_000

/** Whether a text may have aliases: it has what looks like an anchor, and what looks like an alias. Looking is faster than walking the tree. */
export function mayHaveAliases(text: string): boolean {
  return /(^|[\s[{,:])&\S/.test(text) && /(^|[\s[{,:])\*\S/.test(text)
}

/** What a tree is in which no object occurs twice, or why there is none. */
type Unshared = { readonly tree: unknown } | { readonly is: Failure }

type Failure = 'endless' | 'too deep' | 'too many'

/** Copies what YAML aliases repeat, so that a change at one place does not show at another. */
export function unshare(value: unknown, maxDepth: number): Unshared {
  const seen = new Set<object>()
  const ancestors = new Set<object>()
  let repeated = 0
  let failure: Failure | undefined

  function own(shared: unknown): unknown {
    if (!isContainer(shared) || failure !== undefined) return shared
    if (ancestors.has(shared)) failure = 'endless'
    else if (ancestors.size >= maxDepth) failure = 'too deep'
    const isRepeated = seen.has(shared)
    if (isRepeated && ++repeated > MAX_REPEATED) failure ??= 'too many'
    if (failure !== undefined) return shared
    const node = isRepeated ? (Array.isArray(shared) ? [...shared] : { ...shared }) : shared
    seen.add(shared)
    ancestors.add(shared)
    for (const name of Object.keys(node)) {
      const child = Reflect.get(node, name)
      const copy = own(child)
      if (copy !== child) setMember(node as { [name: string]: unknown }, name, copy)
    }
    ancestors.delete(shared)
    return node
  }

  const tree = own(value)
  return failure === undefined ? { tree } : { is: failure }
}

/** Offset of the first alias that stands inside the node that it repeats; `undefined` where there is none. */
export function aliasInItself(text: string): number | undefined {
  const anchors = new Map<string, number>()
  /** Of the collections around a node, how manieth node each is; 0 for what holds them all. */
  const open: number[] = []
  for (const [index, event] of parseEvents(text, { maxDepth: 1000 }).entries()) {
    if (event.type === EVENT_ID.POP) {
      open.pop()
      continue
    }
    const name = 'anchorStart' in event ? text.slice(event.anchorStart, event.anchorEnd) : ''
    if (event.type === EVENT_ID.ALIAS) {
      if (open.includes(anchors.get(name) ?? -1)) return event.anchorStart - 1
      continue
    }
    if (name !== '') anchors.set(name, index)
    if (event.type !== EVENT_ID.SCALAR) open.push(index)
  }
  return undefined
}
