import { createRequire } from 'node:module'
import { UsageError } from '../errors/problem.ts'
import type { OptionPath } from '../options/kinds/kind.ts'
import type { ConfigPosition } from './locate-member.ts'

/** Loads the YAML library on demand, because that takes as long as reading a small document. */
const readYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/**
 * Parses a configuration in JSON or YAML, omitting `$schema`.
 * @param name the file's name for messages.
 * @throws {UsageError} with line and column if the text is neither JSON nor YAML.
 */
export function parseConfigData(text: string, name: string): unknown {
  const { LineCounter, parseDocument } = readYaml()
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true })
  const [error] = document.errors
  if (error !== undefined) {
    const counter = new LineCounter()
    parseDocument(text, { lineCounter: counter })
    const { line, col } = counter.linePos(error.pos[0])
    throw new UsageError(`${name}:${line}:${col} the configuration cannot be read: ${error.message}`)
  }
  const value: unknown = document.toJS()
  return Array.isArray(value) ? value.map(withoutSchema) : withoutSchema(value)
}

function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { $schema, ...rest } = { $schema: undefined, ...value }
  return rest
}

/** Position of a property in a data file, or of its nearest parent; `undefined` for the whole file. */
export function locateInConfigData(text: string, path: OptionPath): ConfigPosition | undefined {
  const { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = readYaml()
  const counter = new LineCounter()
  let node: unknown = parseDocument(text, { lineCounter: counter }).contents
  let offset: number | undefined
  for (const step of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined
    const item = isSeq(node) ? node.items[Number(step)] : pair?.value
    const place = pair?.key ?? item
    if (!isNode(place)) break
    offset = place.range?.[0]
    node = item
  }
  if (offset === undefined) return undefined
  const { line, col } = counter.linePos(offset)
  return { line, column: col }
}
