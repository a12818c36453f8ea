import { CORE_SCHEMA, load as loadYaml, mergeTag, YAMLException } from 'js-yaml'
import { cutInProblem } from '../../errors/quote.ts'
import type { SourceText } from '../source/locate.ts'
import { aliasInItself, MAX_REPEATED, mayHaveAliases, unshareAliases } from './aliases.ts'
import { isHtmlInsteadOfDocument } from './html.ts'
import { type LenientTree, parseLeniently } from './lenient.ts'
import { type RepeatedKey, repeatedKeys } from './repeated-keys.ts'
import { MAX_DEPTH, surveyTree, type TreeSurvey } from './survey.ts'
import { readBlockYaml } from './yaml/block-yaml.ts'

/**
 * Allows JSON types only, so that a date remains a string. YAML 1.2 has no merge keys (`<<`), but real
 * documents use them.
 */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Maximum number of spaces to add to a file. After each one, the file is read again from the start. */
const MAX_ADDED = 200

/** js-yaml's message for a line in quotes or brackets that is not indented further than its key. */
const DEFICIENT = 'deficient indentation'

/** Thrown if a file cannot be read as a JSON tree. The message is a sentence. */
export class FileProblem extends Error {
  readonly code: 'syntax-error' | 'bound-exceeded'
  /** Offset in the text, starting at 0; `undefined` if unknown. */
  readonly offset: number | undefined
  /** Remedy: a sentence that starts with a lower-case letter. */
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

/** A parsed file. */
export interface ParsedFile extends SourceText {
  /** A JSON tree, in which no object occurs twice. */
  readonly tree: unknown
  readonly surveyed: TreeSurvey
  /** Repeated keys of objects. */
  readonly repeated: readonly RepeatedKey[]
}

/**
 * Parses a file.
 * @param file file name, whose extension determines the format. If the text looks like JSON, it is parsed as
 * JSON first, which is five times as fast.
 * @throws {FileProblem}
 */
export function parseFile(text: string, file: string): ParsedFile {
  if (isHtmlInsteadOfDocument(text)) throw page()
  const isJson = /\.json$/i.test(file)
  if (isJson || /^\s*[{[]/.test(text)) {
    try {
      const tree: unknown = JSON.parse(text)
      const surveyed = surveyTree(tree)
      if (surveyed.isTooDeep) throw tooDeep(startOfDepth(text))
      return { tree, surveyed, text, syntax: 'json', repeated: repeatedKeys(text, surveyed.members) }
    } catch (error) {
      if (error instanceof FileProblem) throw error
      if (isJson) throw jsonProblem(error, text)
    }
  }
  const { tree, ...rest } = text.trim() === '' ? { tree: null, ...asYaml(text) } : parseYaml(text)
  return { tree, surveyed: surveyTree(tree), ...rest }
}

function asYaml(text: string): Omit<ReadYaml, 'tree'> {
  return { text, syntax: 'yaml', repeated: [] }
}

type ReadYaml = Omit<ParsedFile, 'surveyed'>

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

/** Result of reading YAML, or the reason why it failed and the text to try next. */
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
    // The lenient parser rejects most texts with deficient indentation too, so it is tried only for the first
    // such line.
    const lenient = isIndented && reason === DEFICIENT ? undefined : parseLeniently(text)
    if (lenient !== undefined) return readLeniently(lenient, text)
    const problem = malformed(reason, mark?.position)
    return reason === DEFICIENT && mark !== undefined
      ? { problem, indented: indent(text, mark.position) }
      : { problem }
  }
}

function readLeniently({ value, repeated, aliasInItself: loop }: LenientTree, text: string): Attempt {
  if (loop !== undefined) return { problem: endless(loop) }
  return treeOf(value, { text, syntax: 'lenient', repeated })
}

/** Creates a tree with a separate node for each alias. */
function treeOf(value: unknown, { text, ...rest }: Omit<ReadYaml, 'tree'>): Attempt {
  if (!mayHaveAliases(text)) return { parsed: { tree: value, text, ...rest } }
  const outcome = unshareAliases(value, MAX_DEPTH)
  if ('tree' in outcome) return { parsed: { ...outcome, text, ...rest } }
  if (outcome.is === 'too deep') return { problem: tooDeep(undefined) }
  return { problem: outcome.is === 'endless' ? endless(aliasInItself(text)) : tooManyRepeated() }
}

/**
 * Adds a space before a line. In real documents, some quoted strings and bracketed lists continue at the
 * indentation of their key or less. Many parsers accept this, because leading spaces have no meaning within
 * them. If a quote or bracket is missing, the text remains malformed.
 */
function indent(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return `${text.slice(0, start)} ${text.slice(start)}`
}

/** Creates a problem without the parser's excerpt, because the file's content may be confidential. */
function jsonProblem(error: unknown, text: string): FileProblem {
  const message = error instanceof Error ? error.message : String(error)
  const position = / at position (\d+)/.exec(message)?.[1]
  return malformed(
    message.replace(/,? (?:in JSON at position|(?:\.\.\.)?".*is not valid JSON).*$/s, ''),
    position === undefined ? text.length : Number(position),
    true,
  )
}

/** Offset of the first bracket that is nested too deeply in a JSON text. */
function startOfDepth(text: string): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if ((token === '{' || token === '[') && ++depth > MAX_DEPTH) return index
    if (token === '}' || token === ']') depth--
  }
  return undefined
}

function tooDeep(offset: number | undefined): FileProblem {
  return new FileProblem(`The file is nested more than ${MAX_DEPTH} levels deep.`, {
    code: 'bound-exceeded',
    offset,
    fix: 'reduce the nesting: move inner schemas to components, and refer to them with `$ref`.',
  })
}

function page(): FileProblem {
  return new FileProblem('The file is an HTML page, such as a login page, not an OpenAPI document.', {
    code: 'syntax-error',
    offset: 0,
    fix: 'save the document itself, which is YAML or JSON.',
  })
}

function endless(offset: number | undefined): FileProblem {
  return new FileProblem('An alias refers to a node that contains it, so expanding it would never end.', {
    code: 'syntax-error',
    offset,
    fix: WRITE_COMPONENT,
  })
}

function tooManyRepeated(): FileProblem {
  return new FileProblem(`The file's aliases repeat more than ${MAX_REPEATED} nodes.`, {
    code: 'bound-exceeded',
    fix: WRITE_COMPONENT,
  })
}

const WRITE_COMPONENT = 'make the repeated part a component and refer to it with `$ref`.'

function malformed(reason: string, offset: number | undefined, isJson = false): FileProblem {
  const what = isJson ? 'not well-formed JSON' : 'neither well-formed YAML nor well-formed JSON'
  return new FileProblem(`The file is ${what}: ${cutInProblem(reason)}.`, {
    code: 'syntax-error',
    offset,
    fix:
      reason === DEFICIENT
        ? 'indent the line further than the key that its string or list belongs to, or close the quote or bracket before it.'
        : 'correct the syntax.',
  })
}
