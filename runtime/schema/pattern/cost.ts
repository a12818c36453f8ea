import type { PatternNode } from './node.ts'

/** A pattern counts as linear only if backtracking can try at most this many ways at one position. */
const FEW = 100

/**
 * True if backtracking over a pattern certainly takes linear time. The pattern must have few alternatives and
 * repeat only single characters, each a fixed number of times; after an initial "^", one of them can be
 * repeated a variable number of times. Each position is then tried a limited number of times. Most patterns
 * are like this.
 */
export function isLinearByNature(pattern: PatternNode): boolean {
  const cost = costOf(pattern)
  if (cost === undefined || cost.ways > FEW) return false
  const [first] = pattern.kind === 'sequence' ? pattern.parts : [pattern]
  const isAnchored = first?.kind === 'assertion' && first.is === 'start'
  return cost.variable === 0 || (isAnchored && cost.variable === 1)
}

interface Cost {
  /** Number of repetitions whose count is variable. */
  readonly variable: number
  /** Number of ways to choose one option at each choice. */
  readonly ways: number
}

/** @returns `undefined` if anything other than a single character is repeated, or if the cost is unknown. */
function costOf(node: PatternNode): Cost | undefined {
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
  nodes: readonly PatternNode[],
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

/** True if a repetition contains another repetition or a choice, which can make backtracking exponential. */
export function repeatsRepetition(node: PatternNode, isInside = false): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.some((part) => repeatsRepetition(part, isInside))
    case 'choice':
      return isInside || node.options.some((option) => repeatsRepetition(option, isInside))
    case 'ahead':
      return repeatsRepetition(node.body, isInside)
    case 'repeat':
      return node.max > 1 && (isInside || repeatsRepetition(node.body, true))
    // Assume the worst of look-behinds and groups with their own flags, which are not analyzed.
    case 'inexpressible':
      return node.why !== 'back-reference' || isInside
    default:
      return false
  }
}
