import { CORE_SCHEMA, load as loadYaml, mergeTag, YAMLException } from 'js-yaml'
import { cut } from '../../errors/quote.ts'
import type { SourceText } from '../source/locate.ts'
import { aliasInItself, MAX_REPEATED, mayHaveAliases, unshare } from './aliases.ts'
import { readBlockYaml } from './block-yaml.ts'
import { isHtml } from './html.ts'
import { type Lenient, parseLeniently } from './lenient.ts'
import { type RepeatedKey, repeatedKeys } from './repeated-keys.ts'
import { MAX_DEPTH, type Survey, survey } from './survey.ts'

/**
 * JSON types only: a date stays a string. Merge keys (`<<`) are no part of YAML
 * 1.2, but real documents use them.
 */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Spaces that are added to a file; each costs reading the file again up to where the next is missing. */
const MAX_ADDED = 200

/** Message of js-yaml about a line inside quotes or brackets that is not indented further than their key. */
const DEFICIENT = 'deficient indentation'

/** A file that cannot be read as a JSON tree. The message is a sentence. */
export class FileProblem extends Error {
  readonly code: 'syntax-error' | 'bound-exceeded'
  /** Offset into the text, from 0; absent when it is not known. */
  readonly offset: number | undefined
  /** Remedy, as a sentence that begins in lower case. */
  readonly fix: string

  constructor(
    message: string,
    { code, offset, fix }: Pick<FileProblem, 'code' | 'fix'> & { readonly offset?: number | undefined },
  ) {
    super(message)
    this.code = code
    this.offset = offset
    this.fix = fix
  }
}

/** A file as it was parsed. */
export interface Parsed extends SourceText {
  /** A JSON tree: no object occurs twice in it. */
  readonly tree: unknown
  readonly surveyed: Survey
  /** The keys that objects have twice. */
  readonly repeated: readonly RepeatedKey[]
}

/**
 * Parses a file.
 * @param file decides by its extension; text that looks like JSON is tried as JSON
 * anyway, which is five times as fast.
 * @throws {FileProblem}
 */
export function parseText(text: string, file: string): Parsed {
  if (isHtml(text)) throw page()
  const isJson = /\.json$/i.test(file)
  if (isJson || /^\s*[{[]/.test(text)) {
    try {
      const tree: unknown = JSON.parse(text)
      const surveyed = survey(tree)
      if (surveyed.isTooDeep) throw tooDeep(startOfDepth(text))
      return { tree, surveyed, text, syntax: 'json', repeated: repeatedKeys(text, surveyed.members) }
    } catch (error) {
      if (error instanceof FileProblem) throw error
      if (isJson) throw jsonProblem(error, text)
    }
  }
  const { tree, ...rest } = text.trim() === '' ? { tree: null, ...asYaml(text) } : parseYaml(text)
  return { tree, surveyed: survey(tree), ...rest }
}

function asYaml(text: string): Omit<ReadYaml, 'tree'> {
  return { text, syntax: 'yaml', repeated: [] }
}

type ReadYaml = Omit<Parsed, 'surveyed'>

function parseYaml(text: string): ReadYaml {
  const plain = readBlockYaml(text)
  if (plain !== undefined) return { ...plain, ...asYaml(text) }
  const first = tryYaml(text)
  let read = first
  for (let added = 0; added < MAX_ADDED && read.indented !== undefined; added++)
    read = tryYaml(read.indented, true)
  if (read.parsed !== undefined) return read.parsed
  throw first.problem ?? read.problem
}

/** Result of reading a YAML text, or why it cannot be read, and the text to try next. */
interface Attempt {
  readonly parsed?: ReadYaml
  readonly problem?: FileProblem
  readonly indented?: string
}

function tryYaml(text: string, isIndented = false): Attempt {
  try {
    const value = loadYaml(text, { schema: SCHEMA, maxDepth: MAX_DEPTH })
    return treeOf(value, asYaml(text))
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    if (reason.includes('maxDepth')) return { problem: tooDeep(mark?.position) }
    // The slower parser is as strict with most such lines, so it is not asked at every one of them.
    const lenient = isIndented && reason === DEFICIENT ? undefined : parseLeniently(text)
    if (lenient !== undefined) return readLeniently(lenient, text)
    const problem = malformed(reason, mark?.position)
    return reason === DEFICIENT && mark !== undefined
      ? { problem, indented: indent(text, mark.position) }
      : { problem }
  }
}

function readLeniently({ value, repeated, aliasInItself: loop }: Lenient, text: string): Attempt {
  if (loop !== undefined) return { problem: endless(loop) }
  return treeOf(value, { text, syntax: 'lenient', repeated })
}

/** A tree with a node of its own for each alias. */
function treeOf(value: unknown, { text, ...rest }: Omit<ReadYaml, 'tree'>): Attempt {
  if (!mayHaveAliases(text)) return { parsed: { tree: value, text, ...rest } }
  const outcome = unshare(value, MAX_DEPTH)
  if ('tree' in outcome) return { parsed: { ...outcome, text, ...rest } }
  if (outcome.is === 'too deep') return { problem: tooDeep(undefined) }
  return { problem: outcome.is === 'endless' ? endless(aliasInItself(text)) : tooManyRepeated() }
}

/**
 * Indents a line by one space. Real documents continue a quoted text or a list in brackets at the indentation
 * of its key or further left. Many parsers read this, since leading spaces of such a line mean nothing. If a
 * quote or bracket was forgotten, the text stays malformed.
 */
function indent(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return `${text.slice(0, start)} ${text.slice(start)}`
}

/** The parser's quotation of the text is left out: it may be a file that was never meant to be shown. */
function jsonProblem(error: unknown, text: string): FileProblem {
  const message = error instanceof Error ? error.message : String(error)
  const position = / at position (\d+)/.exec(message)?.[1]
  return malformed(
    message.replace(/,? (?:in JSON at position|(?:\.\.\.)?".*is not valid JSON).*$/s, ''),
    position === undefined ? text.length : Number(position),
  )
}

/** Offset of the first bracket of a JSON text that stands in too many others. */
function startOfDepth(text: string): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if ((token === '{' || token === '[') && ++depth > MAX_DEPTH) return index
    if (token === '}' || token === ']') depth--
  }
  return undefined
}

function tooDeep(offset: number | undefined): FileProblem {
  return new FileProblem(`The file is nested deeper than ${MAX_DEPTH} levels.`, {
    code: 'bound-exceeded',
    offset,
    fix: 'move inner schemas to components, and refer to them by `$ref`.',
  })
}

function page(): FileProblem {
  return new FileProblem('The file is an HTML page, such as one to log in, and not an OpenAPI document.', {
    code: 'syntax-error',
    offset: 0,
    fix: 'save the document itself, which is YAML or JSON.',
  })
}

function endless(offset: number | undefined): FileProblem {
  return new FileProblem(
    'An alias stands inside the node that it repeats, so that the file would never end.',
    {
      code: 'syntax-error',
      offset,
      fix: WRITE_COMPONENT,
    },
  )
}

function tooManyRepeated(): FileProblem {
  return new FileProblem(`The aliases of the file repeat more than ${MAX_REPEATED} nodes.`, {
    code: 'bound-exceeded',
    fix: WRITE_COMPONENT,
  })
}

const WRITE_COMPONENT = 'write what is repeated as a component, and refer to it by `$ref`.'

function malformed(reason: string, offset: number | undefined): FileProblem {
  return new FileProblem(`The file is neither well-formed YAML nor well-formed JSON: ${cut(reason)}.`, {
    code: 'syntax-error',
    offset,
    fix:
      reason === DEFICIENT
        ? 'indent the line further than the key that its text or list belongs to, or close the quote or bracket before it.'
        : 'correct the syntax.',
  })
}
