import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** Modules for both generator and runtime: terms of HTTP, JSON and JSON Schema that depend on nothing. */
const LEAVES = [
  'runtime/http/http.ts',
  'runtime/contract/lexicon/lexicon.ts',
  'runtime/schema/pattern/nearest.ts',
  'runtime/schema/json/changes.ts',
  'runtime/schema/json/json.ts',
  'runtime/schema/json/pointer.ts',
  'runtime/schema/document/subschemas.ts',
  'runtime/schema/view/view.ts',
]

/**
 * Allowed imports: folder → folders and files from which it is allowed to import, other than itself. `type:`
 * allows only types. The longest matching folder counts.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'generator/package': [],
  'generator/errors': ['runtime/schema/pattern/nearest.ts'],
  'generator/document': LEAVES,
  'generator/load': ['generator/errors', 'generator/document', ...LEAVES],
  'generator/model': [
    'generator/errors',
    'generator/document',
    'type:generator/load',
    'type:runtime/schema',
    ...LEAVES,
  ],
  'generator/select': ['generator/errors', 'generator/document', 'type:generator/load', ...LEAVES],
  'generator/emit': [
    'type:generator/model',
    'generator/model/naming/name.ts',
    'generator/model/schema/of-operation.ts',
    'generator/model/schema/references.ts',
    'generator/model/schema/kinds.ts',
    'type:runtime/schema',
    ...LEAVES,
    'generator/package',
  ],
  'generator/diff': [
    'type:generator/model',
    'generator/model/schema/kinds.ts',
    'generator/model/schema/references.ts',
    'runtime/schema/schema.ts',
    ...LEAVES,
  ],
  'generator/repair': ['generator/errors', 'type:runtime/contract', ...LEAVES],
  'generator/outputs': [
    'generator/errors',
    'type:generator/model',
    'generator/model/naming/name.ts',
    'generator/model/schema/references.ts',
    'generator/model/examples/response-examples.ts',
    'generator/model/examples/request-examples.ts',
    'runtime/schema/schema.ts',
    'runtime/schema/vocabulary.ts',
    'runtime/schema/pattern/linear-pattern.ts',
    ...LEAVES,
    'runtime/contract/rules/checks/checks.ts',
    'generator/emit',
    'generator/package',
  ],
  'generator/write': ['generator/errors', 'generator/emit/header.ts'],
  'generator/stubs': ['generator/errors', 'type:generator/model', 'generator/emit'],
  'generator/pipeline': [
    'generator',
    'type:runtime/schema',
    'runtime/schema/pattern/linear-pattern.ts',
    ...LEAVES,
  ],
  'generator/options': [
    'generator/outputs/outputs.ts',
    'type:generator/outputs',
    'generator/errors',
    'type:generator/model',
    'generator/model/naming/identifier.ts',
    'type:runtime/contract',
    ...LEAVES,
  ],
  'generator/configuration': [
    'generator/errors',
    'generator/options',
    'generator/outputs/outputs.ts',
    'generator/package',
    ...LEAVES,
  ],
  'generator/command-line': ['generator', ...LEAVES],
  'generator/commands': [
    'generator',
    'runtime/contract',
    'runtime/mock',
    'runtime/server/node.ts',
    ...LEAVES,
  ],
  generator: ['generator', ...LEAVES],
  'runtime/http': [
    'type:runtime/schema',
    'runtime/schema/json/json.ts',
    'runtime/schema/json/pointer.ts',
    'runtime/schema/formats/time.ts',
  ],
  'runtime/contract/lexicon': ['runtime/http'],
  'runtime/schema': [],
  'runtime/client': ['runtime/http', 'runtime/schema'],
  'runtime/server': ['runtime/http', 'runtime/schema'],
  'runtime/contract': ['runtime/http', 'runtime/schema'],
  'runtime/contract/run/passive': ['runtime/contract', 'runtime/http', 'runtime/schema', 'runtime/server'],
  'runtime/mock': ['runtime/http', 'runtime/schema', 'runtime/server', 'runtime/contract'],
  generated: ['runtime'],
  server: ['generated', 'runtime'],
}

/**
 * The rooms of `runtime/contract`, from the bottom up: each is allowed to import its own files and those of
 * the rooms before it. Rules are independent of one another; code that two of them need is in a lower room.
 */
const CONTRACT_ROOMS: readonly string[] = [
  'lexicon/names',
  'lexicon/tables',
  'lexicon/prose',
  'lexicon/looks',
  'lexicon/items',
  'lexicon',
  'data/document',
  'data/exchange/forms',
  'data/exchange',
  'data/exchange/har',
  'data/address',
  'data/history',
  'data/outcome/kinds/facts',
  'data/outcome/kinds',
  'data/outcome',
  'traffic/transport',
  'traffic/credentials/cookies',
  'traffic/credentials',
  'traffic/credentials/wfc',
  'traffic/target',
  'traffic/session',
  'world/values',
  'world/values/arbitraries',
  'world/refusal',
  'world/requests/dictionary',
  'world/requests/members',
  'world/requests/bodies',
  'world/requests',
  'world/items/guard',
  'world/items/identity',
  'world/needs',
  'world/items/middleware',
  'world/items/clean-up',
  'world/items',
  'world/items/pool',
  'rules/body-formats',
  'rules/shown',
  'rules',
  'rules/evidence/pages',
  'rules/evidence',
  'rules/evidence/changes',
  'rules/evidence/log',
  'rules/evidence/watch',
  'rules/wrong-requests',
  ...rulesOf('runtime/contract/rules/checks'),
  'rules/checks',
  'run/plan',
  'run/state',
  'run/coverage',
  'run/suite',
  'run',
  'run/supervision',
  'run/passive',
  'run/passive/observed',
  'report',
  'report/formats/html',
  'report/formats',
]

/**
 * The rooms of folders with such an order, from the bottom up. The entry points in the folder's root are
 * allowed to import everything.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'runtime/client': [
    'errors',
    'credentials',
    'call',
    'formats',
    'parameters',
    'bodies',
    'sending',
    'pages',
    'middlewares',
    'stream',
    'operations',
    'query',
  ],
  'runtime/server': [
    'problems',
    'incoming',
    'values',
    'routing',
    'bodies',
    'requests',
    'options',
    'answers',
    'failures',
    'security',
    'operation',
    'node-http',
  ],
  'runtime/contract': CONTRACT_ROOMS,
  'runtime/mock': [
    'values',
    'files',
    'document',
    'state',
    'lists',
    'webhooks',
    'answers/outcomes',
    'answers',
  ],
}

/** Folders without circular imports between files or folders, and without too many files. */
const TIDY: readonly string[] = ['generator', 'runtime', 'server']

/**
 * The foundation of a feature's folders is in its root, where people look for it, and counts as a separate
 * folder.
 */
const GROUND = /^server\/[\w-]+\/(tables|refusals|parts)\.ts$/

/** The event storage is one unit that spans several folders. */
const EVENTS = /^server\/events(\/.*)?$/

/**
 * A folder with more files than a reader can take in at a glance should have subfolders. Migrations are
 * exempt, because they are one sequence and looked up by number.
 */
const MOST_LOOSE_FILES = 12

const root = resolve(import.meta.dirname, '../..')

/** Returns the folders of the rules, each with one rule. */
function rulesOf(checks: string): string[] {
  const entries = readdirSync(join(import.meta.dirname, '../..', checks), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `rules/checks/${name}`)
}

/**
 * Folders that are separate packages, inner ones before outer ones; everything else belongs to the root
 * package.
 */
const PACKAGES = ['runtime/contract', 'runtime/mock', 'runtime', 'server', '']

/** The entry points of all packages: specifier, as in generated code and users' code → file. */
const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(PACKAGES.flatMap(entriesOf))

function entriesOf(folder: string): [specifier: string, file: string][] {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
  return Object.entries(exports).map(([entry, file]) => [posix.join(name, entry), posix.join(folder, file)])
}

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** True if the import uses a path instead of a package name. */
  readonly isRelative: boolean
}

const importsByFile = new Map<string, readonly Import[]>()

function importsOf(file: string): readonly Import[] {
  const known = importsByFile.get(file) ?? readImports(file)
  importsByFile.set(file, known)
  return known
}

function readImports(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  const found: Import[] = []
  const add = (specifier: ts.Expression | undefined, isType: boolean) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return
    const isRelative = specifier.text.startsWith('.')
    const to = isRelative
      ? relative(root, resolve(root, file, '..', specifier.text))
      : ENTRIES[specifier.text]
    // A package.json imports nothing, so it may be read from anywhere in its package.
    if (to !== undefined && !to.endsWith('/package.json')) found.push({ from: file, to, isType, isRelative })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false
  const named = clause.namedBindings
  return (
    clause.isTypeOnly ||
    (clause.name === undefined &&
      named !== undefined &&
      ts.isNamedImports(named) &&
      named.elements.every((element) => element.isTypeOnly))
  )
}

function isAllowed({ from, to, isType }: Omit<Import, 'isRelative'>): boolean {
  const folder = Object.keys(ALLOWED)
    .filter((name) => from.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
  if (folder === undefined || to.startsWith(`${folder}/`)) return true
  const targets = ALLOWED[folder] ?? []
  return targets.some((target) => {
    const name = target.replace(/^type:/, '')
    return (to === name || to.startsWith(`${name}/`)) && (isType || target === name)
  })
}

function packageOf(file: string): string | undefined {
  return PACKAGES.find((folder) => folder === '' || file.startsWith(`${folder}/`))
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
}

test('imports point in the direction that the architecture says', () => {
  const all = ['generator', 'runtime', 'generated', 'server'].flatMap(sources).flatMap(importsOf)
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((item) => !isAllowed(item)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('a package imports another by its name', () => {
  const all = ['generator', 'runtime', 'generated', 'server', 'bench'].flatMap(sources).flatMap(importsOf)
  const packages = new Set(all.filter(({ isRelative }) => !isRelative).map(({ to }) => packageOf(to)))
  expect([...packages].sort()).toEqual(['runtime', 'runtime/contract', 'runtime/mock'])
  expect(
    all
      .filter(
        ({ from, to, isRelative }) =>
          isRelative && packages.has(packageOf(to)) && packageOf(from) !== packageOf(to),
      )
      .map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([])
})

test('nothing but tests imports tests', () => {
  const all = ['generator', 'runtime', 'generated', 'server', 'bench'].flatMap(sources).flatMap(importsOf)
  expect(
    all.filter(({ to }) => to.startsWith('test/')).map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([])
})

test('a forbidden import is found', () => {
  expect(isAllowed({ from: 'runtime/client/a.ts', to: 'runtime/server/b.ts', isType: true })).toBe(false)
  expect(isAllowed({ from: 'generator/model/a.ts', to: 'generator/load/b.ts', isType: false })).toBe(false)
  expect(isAllowed({ from: 'generator/model/a.ts', to: 'generator/load/b.ts', isType: true })).toBe(true)
  expect(isAllowed({ from: 'server/a.ts', to: 'generator/generate.ts', isType: false })).toBe(false)
})

function roomOf(file: string, folder: string): string {
  return dirname(file).slice(folder.length + 1)
}

/**
 * True if one file in a folder is allowed to import another. The entry points in its root are allowed to
 * import everything.
 */
function leadsDown({ from, to }: Pick<Import, 'from' | 'to'>, folder: string): boolean {
  const rooms = ROOMS[folder] ?? []
  const [user, used] = [roomOf(from, folder), roomOf(to, folder)]
  if (user === used || user === '') return true
  const areRules = [user, used].every((room) => room.startsWith('checks/'))
  return !areRules && used !== '' && rooms.indexOf(used) < rooms.indexOf(user)
}

test.each(Object.entries(ROOMS))('the rooms of %s have one way between them', (folder, rooms) => {
  const files = sources(folder)
  const inside = files.flatMap(importsOf).filter(({ to }) => to.startsWith(`${folder}/`))
  const found = new Set(files.map((file) => roomOf(file, folder)))
  expect([...found].filter((room) => room !== '').toSorted()).toEqual(rooms.toSorted())
  expect(
    inside.filter((item) => !leadsDown(item, folder)).map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([])
})

test.each([
  ['items/a.ts', 'run/b.ts'],
  ['run/a.ts', 'contract.ts'],
  ['checks/head/a.ts', 'checks/tenancy/b.ts'],
])('a way up is found: from %s to %s', (from, to) => {
  const folder = 'runtime/contract'
  expect(leadsDown({ from: `${folder}/${from}`, to: `${folder}/${to}` }, folder)).toBe(false)
})

test.each(TIDY)('no folder of %s holds more loose files than a reader takes in at a glance', (folder) => {
  const rooms = Map.groupBy(sources(folder), dirname)
  expect(rooms.size).toBeGreaterThan(0)
  expect(
    [...rooms]
      .filter(([room, files]) => files.length > MOST_LOOSE_FILES && room !== 'server/database/migrations')
      .map(([room]) => room),
  ).toEqual([])
})

/** Returns a circular path of imports; `undefined` if there is none. */
function findCircle(imports: readonly Pick<Import, 'from' | 'to'>[]): readonly string[] | undefined {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const follow = (way: readonly string[]): readonly string[] | undefined => {
    const last = way.at(-1) ?? ''
    const first = way.indexOf(last)
    if (first < way.length - 1) return way.slice(first)
    if (done.has(last)) return undefined
    const found = (targets.get(last) ?? []).map(({ to }) => follow([...way, to])).find((circle) => circle)
    done.add(last)
    return found
  }
  return [...targets.keys()].map((start) => follow([start])).find((circle) => circle)
}

function folderOf(file: string): string {
  if (EVENTS.test(file)) return 'server/events'
  return GROUND.test(file) ? file : dirname(file)
}

/** Returns the same imports as imports between the files' folders. */
function betweenFolders(imports: readonly Import[]): Pick<Import, 'from' | 'to'>[] {
  return imports
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
}

describe('nothing imports itself by way of others', () => {
  const imports = TIDY.flatMap(sources).flatMap(importsOf)

  test('no file', () => {
    expect(findCircle(imports)).toBeUndefined()
  })

  test('no folder', () => {
    expect(findCircle(betweenFolders(imports))).toBeUndefined()
  })

  test('a circle is found', () => {
    const ring = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ]
    expect(findCircle(ring)).toEqual(['b', 'c', 'b'])
    const rest = { isType: false, isRelative: true }
    const there = { from: 'a/one.ts', to: 'b/one.ts', ...rest }
    const back = { from: 'b/two.ts', to: 'a/two.ts', ...rest }
    expect(findCircle([there, back])).toBeUndefined()
    expect(findCircle(betweenFolders([there, back]))).toEqual(['a', 'b', 'a'])
  })
})
