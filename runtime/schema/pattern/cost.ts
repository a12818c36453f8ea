import type { Node } from './node.ts'

/** The number of ways to read one place of a text that backtracking may try and still count as linear. */
const FEW = 100

/**
 * True if backtracking over a pattern takes linear time: it begins with "^" and repeats one thing a variable
 * number of times, a single character, so that each position is tried a fixed number of times; or it repeats
 * nothing so. Most patterns are like that.
 */
export function isLinearByNature(pattern: Node): boolean {
  const cost = costOf(pattern)
  if (cost === undefined || cost.ways > FEW) return false
  const [first] = pattern.kind === 'sequence' ? pattern.parts : [pattern]
  const isAnchored = first?.kind === 'assertion' && first.is === 'start'
  return cost.variable === 0 || (isAnchored && cost.variable === 1)
}

interface Cost {
  /** Repetitions of a variable number. */
  readonly variable: number
  /** Products of alternatives. */
  readonly ways: number
}

/** @returns `undefined` when something else than a character is repeated, or nothing can be said. */
function costOf(node: Node): Cost | undefined {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return { variable: 0, ways: 1 }
    case 'sequence':
      return combined(node.parts, { ways: 1, join: (left, right) => left * right })
    case 'choice':
      return combined(node.options, { ways: 0, join: (left, right) => left + right })
    case 'repeat':
      if (node.body.kind !== 'character') return undefined
      return { variable: node.min === node.max ? 0 : 1, ways: 1 }
    case 'ahead':
    case 'inexpressible':
      return undefined
  }
}

function combined(
  nodes: readonly Node[],
  { ways, join }: { readonly ways: number; readonly join: (left: number, right: number) => number },
): Cost | undefined {
  let sum: Cost = { variable: 0, ways }
  for (const node of nodes) {
    const cost = costOf(node)
    if (cost === undefined) return undefined
    sum = { variable: sum.variable + cost.variable, ways: join(sum.ways, cost.ways) }
  }
  return sum
}

/** True if a repetition contains another: this can make backtracking exponential. */
export function repeatsRepetition(node: Node, isInside = false): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.some((part) => repeatsRepetition(part, isInside))
    case 'choice':
      return isInside || node.options.some((option) => repeatsRepetition(option, isInside))
    case 'ahead':
      return repeatsRepetition(node.body, isInside)
    case 'repeat':
      return node.max > 1 && (isInside || repeatsRepetition(node.body, true))
    // Nothing is known about a look-behind, or a group with flags of its own.
    case 'inexpressible':
      return node.why !== 'back-reference' || isInside
    default:
      return false
  }
}
