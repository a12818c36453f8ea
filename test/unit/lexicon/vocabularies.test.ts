import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as lexicon from '@concordat/contract/lexicon'
import { WordVocabulary } from '@concordat/contract/lexicon'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const TABLES = 'runtime/contract/lexicon/tables'

/** Returns the vocabularies in a value, with the path at which they are exported: "verbs.looking". */
function vocabulariesIn(value: unknown, path: string): [path: string, vocabulary: WordVocabulary][] {
  if (value instanceof WordVocabulary) return [[path, value]]
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isGroup
    ? Object.entries(value).flatMap(([name, inner]) =>
        vocabulariesIn(inner, path === '' ? name : `${path}.${name}`),
      )
    : []
}

const vocabularies = vocabulariesIn({ ...lexicon }, '')

function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/**
 * Returns a vocabulary's words whose removal would not change the result for their names, so that they are
 * not needed.
 */
function needless({ reading, rows }: WordVocabulary): readonly string[] {
  const known = new WordVocabulary(reading, rows)
  return Object.entries(rows).flatMap(([word, name]) => {
    const { [word]: _, ...others } = rows
    return known.has(name) && !new WordVocabulary(reading, others).has(name) ? [] : [word]
  })
}

test.each(vocabularies)('each word of %s explains a name that no other does', (_, vocabulary) => {
  expect(Object.keys(vocabulary.rows).length).toBeGreaterThan(0)
  expect(needless(vocabulary)).toEqual([])
})

test('a row that nothing needs is found', () => {
  expect(
    needless(new WordVocabulary('inside', { token: 'refreshToken', accesstoken: 'access_token' })),
  ).toEqual(['accesstoken'])
  expect(needless(new WordVocabulary('last', { id: 'petName' }))).toEqual(['id'])
})

/**
 * Returns constants in a file that contain vocabularies but are not exported, so that no test covers their
 * entries.
 */
function hiddenIn(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const hidden = source.statements.filter(
    (statement) =>
      ts.isVariableStatement(statement) &&
      /\b(?:[vV]ocabulary|subset)\(/.test(statement.getText()) &&
      !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  )
  return hidden.map((statement) => statement.getText())
}

test('each vocabulary is exported, so that its rows are tested', () => {
  expect(sources(TABLES).flatMap((file) => hiddenIn(file, textOf(file)))).toEqual([])
  expect(hiddenIn('a.ts', "const NAMES = { all: vocabulary('any', '') }")).toHaveLength(1)
})

test('something that understands names asks each vocabulary', () => {
  const askers = ['generator', 'runtime/contract', 'runtime/mock', 'runtime/contract/lexicon'].flatMap(
    sources,
  )
  const text = askers.map(textOf).join('\n')
  const isAsked = (path: string): boolean => {
    const [group = '', name] = path.split('.')
    return new RegExp(`\\b${group}${name === undefined ? '\\.' : `\\.${name}\\b`}`).test(text)
  }
  expect(vocabularies.map(([path]) => path).filter((path) => !isAsked(path))).toEqual([])
  expect(isAsked('verbs.unheardOf')).toBe(false)
})

test('a vocabulary ranks names by its rows, and of one word the name that is spelled like it', () => {
  const known = new WordVocabulary('whole', { id: 'id', slug: 'slug', name: 'name' })
  expect(known.among(['Name', 'note', '_id', 'SLUG', 'id'])).toEqual(['id', '_id', 'SLUG', 'Name'])
  expect(known.valuesIn({ name: 1, ID: 2, note: 3 })).toEqual([2, 1])
  expect([known.valuesIn('id'), known.valuesIn(null), known.valuesIn([7])]).toEqual([[], [], []])
  const last = new WordVocabulary('last', { at: 'closedAt', datetime: 'startDatetime' })
  expect(last.among(['start_date_time', 'chat', 'closed_at'])).toEqual(['closed_at', 'start_date_time'])
})

/** Words from standards and from our own descriptors; lists of them are allowed. */
const STANDARD: readonly (readonly string[])[] = [
  // JSON Schema and OpenAPI: schema keywords.
  `summary title description x $comment example examples default deprecated externalDocs xml format type enum const items prefixItems contains
minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties
minContains maxContains contentMediaType contentEncoding $anchor $dynamicAnchor $dynamicRef $ref allOf anyOf oneOf ref uniqueItems pattern`.split(
    /\s+/,
  ),
  'uri uri-reference iri iri-reference url date date-time email uuid ipv4 ipv6'.split(' '),
  // Operation roles, and properties of `x-pagination`.
  'list create read update replace delete action'.split(' '),
  'items next sent more last total'.split(' '),
  // HTTP methods, as in requests and in documents.
  'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY'.split(' '),
  'get put post delete options head patch trace query'.split(' '),
  // Properties of finding facts.
  'sent received before value bound id ids query others status getStatus'.split(' '),
]
/** They read third-party formats, whose property names are not guesses. */
const FORMATS = ['runtime/contract/data/exchange/har/']

interface Literal {
  readonly line: number
  readonly words: readonly string[]
}

/**
 * Returns strings that occur together: in an array, in a string that is split, as alternatives in a regular
 * expression, or compared with the same value.
 */
function literalsOf(file: string, text: string): readonly Literal[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Literal[] = []
  const add = (node: ts.Node, words: readonly string[]): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (words.length > 1) found.push({ line, words })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node))
      add(
        node,
        node.elements.filter(ts.isStringLiteralLike).map((each) => each.text),
      )
    if (ts.isRegularExpressionLiteral(node) && node.text.includes('|')) add(node, alternativesOf(node.text))
    if (ts.isStringLiteralLike(node) && (isSplit(node) || isOfKnown(node.text)))
      add(node, node.text.trim().split(/\s+/))
    if (ts.isCaseBlock(node)) add(node, casesOf(node))
    if (isChain(node) && !isChain(node.parent)) for (const words of comparedIn(node)) add(node, words)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isSplit({ parent }: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'split'
}

/** True for a string that consists only of words from one vocabulary, because the vocabulary can split it. */
function isOfKnown(text: string): boolean {
  const words = text.trim().split(/\s+/).map(lexicon.plainName)
  return (
    words.length > 1 &&
    vocabularies.some(([, known]) => words.every((word) => Object.hasOwn(known.rows, word)))
  )
}

function casesOf({ clauses }: ts.CaseBlock): readonly string[] {
  const labels = clauses.flatMap((clause) => (ts.isCaseClause(clause) ? [clause.expression] : []))
  return labels.filter(ts.isStringLiteralLike).map((each) => each.text)
}

/**
 * Returns the words in a regular expression. Words joined by a separator count as one: "sort_?by",
 * "idempotency-key".
 */
function alternativesOf(expression: string): readonly string[] {
  const text = expression.replace(/\w*$/, '').replace(/\\[a-zA-Z]|\[[^\]]*\]/g, ' ')
  return text.replace(/[-_]\??(?=[a-z])/gi, '').match(/[a-z]+/gi) ?? []
}

function isChain(node: ts.Node): node is ts.BinaryExpression {
  const chains = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken]
  return ts.isBinaryExpression(node) && chains.includes(node.operatorToken.kind)
}

/** Returns the strings that each value is compared with, for equality or inequality. */
function comparedIn(node: ts.BinaryExpression): readonly (readonly string[])[] {
  const compared: [of: string, text: string][] = []
  const visit = (each: ts.Node): void => {
    if (isChain(each)) ts.forEachChild(each, visit)
    else if (ts.isBinaryExpression(each) && ts.isStringLiteral(each.right))
      compared.push([each.left.getText(), each.right.text])
  }
  visit(node)
  return [...Map.groupBy(compared, ([of]) => of).values()].map((group) => group.map(([, text]) => text))
}

/** Returns lists of words that a vocabulary contains, with their locations. */
function listsIn(file: string, text: string): readonly string[] {
  if (FORMATS.some((folder) => file.startsWith(folder))) return []
  return literalsOf(file, text).flatMap(({ line, words }) => {
    if (STANDARD.some((known) => words.every((word) => known.includes(word) || word.startsWith('x-'))))
      return []
    const plainly = new Set(words.map(lexicon.plainName))
    const owners = vocabularies.filter(
      ([, known]) => Object.keys(known.rows).filter((word) => plainly.has(word)).length > 1,
    )
    return owners.length === 0
      ? []
      : [`${file}:${line}: ${words.join(' ')} (${owners.map(([path]) => path).join(', ')})`]
  })
}

test('no other file has a list of words that the lexicon has', () => {
  const files = ['generator', 'runtime/contract', 'runtime/mock']
    .flatMap(sources)
    .filter((file) => !file.startsWith('runtime/contract/lexicon/'))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => listsIn(file, textOf(file)))).toEqual([])
})

test.each([
  ["const NAMES = ['id', 'uuid']", 'identifiers.sure'],
  ["const NAMES = new Set('slug pk'.split(' '))", 'identifiers.usual'],
  ['const OWN = /^(id|pk)$/i', 'identifiers.sure'],
  ['const isSecret = /secret|token/.test(name)', 'secrets.headers'],
  ["const NAMES = names('id uuid pk')", 'identifiers.sure'],
  ["const isEnd = kind === 'a' || name === 'end' || name === 'until' || kind === 'b'", 'ranges.closing'],
  ["switch (name) { case 'next': case 'prev': return true }", 'pageLinkWords.relations'],
])('a list elsewhere is found: %s', (text, owner) => {
  expect(listsIn('runtime/mock/any.ts', text)).toEqual([expect.stringContaining(owner)])
})

test.each([
  "const ROLES = ['create', 'update', 'replace']",
  "const PROSE = ['title', 'description']",
  "const isRead = role === 'read' || role === 'list'",
  "const isText = typeof value === 'string' || name === 'id'",
])('words of standards and of descriptors are no such list: %s', (text) => {
  expect(listsIn('runtime/mock/any.ts', text)).toEqual([])
})
