import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadDocument } from '../../../generator/pipeline/read-document.ts'
import { installPackages } from '../../generators/npm.ts'
import { PACKAGES, PEER_ENVIRONMENT } from '../../generators/peers.ts'
import { type Apart, documentOfApart, operationsApart } from './apart.ts'
import { add, type Compare, type DiffTool, type Findings, type Told } from './tool.ts'

const FOLDER = resolve(import.meta.dirname, '../../../node_modules/.cache/judges/redocly')
const SCRIPT = join(FOLDER, 'node_modules/@redocly/cli/bin/cli.js')

/** @see https://redocly.com/docs/cli/commands/diff */
export const redocly: DiffTool = {
  name: 'Redocly',
  async prepare(signal) {
    const { '@redocly/cli': version } = PACKAGES
    try {
      await installPackages(FOLDER, { dependencies: { '@redocly/cli': version } }, signal)
      return compare
    } catch (error) {
      signal.throwIfAborted()
      return `npm cannot install Redocly: ${error}`
    }
  },
}

/**
 * Redocly reports a change to a shared schema only once, at the first operation that uses it. It therefore
 * gets each changed operation with its own copy of the schema.
 */
const compare: Compare = async (pair) => {
  const loaded = await Promise.all(pair.map(({ file, root }) => loadDocument({ document: file, root })))
  const apart = loaded.map(({ document }) => operationsApart(document))
  const texts = apart.map(
    (operations) => new Map([...operations].map(([name, own]) => [name, JSON.stringify(own)])),
  )
  const isChanged = (name: string): boolean => new Set(texts.map((byName) => byName.get(name))).size > 1
  const folder = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
  try {
    const files = loaded.map(({ document }, index) => {
      const changed = [...(apart[index] ?? [])].flatMap(([name, own]) => (isChanged(name) ? [own] : []))
      const file = join(folder, `${index}.json`)
      writeFileSync(file, JSON.stringify(documentOfApart(document, changed)))
      return file
    })
    const report = join(folder, 'report.json')
    const { status, stderr } = spawnSync(
      process.execPath,
      [SCRIPT, 'diff', ...files, '--format', 'json', '--fail-on', 'none', '--output', report],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, ...PEER_ENVIRONMENT } },
    )
    if (status !== 0) return stderr
    const { changes }: { readonly changes: readonly Change[] } = JSON.parse(readFileSync(report, 'utf8'))
    const changed = apart
      .toReversed()
      .flatMap((operations) => [...operations].filter(([name]) => isChanged(name)))
    return findingsOf(changes, new Map(changed))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A change as it appears in Redocly's report. */
interface Change {
  /** A pointer that identifies the operation. */
  readonly path: string
  readonly typeName: string
  readonly kind: string
  readonly property?: string
  readonly impact: 'major' | 'minor' | 'patch'
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[]
  readonly base?: { readonly pointer: string }
}

function findingsOf(changes: readonly Change[], operations: ReadonlyMap<string, Apart>): Findings {
  const [errors, milder] = [new Map<string, readonly Told[]>(), new Map<string, readonly Told[]>()]
  const renamed = renamedPaths(changes)
  for (const { path, typeName, kind, property, impact, verdicts } of changes) {
    const [container = '', name = '', ...inside] = path.replace('#/', '').split('/')
    const place = renamed.get(`#/${container}/${name}`)?.split('/').slice(1) ?? [container, name]
    const told = impact === 'major' ? errors : milder
    const unjudged = { ruleId: `${typeName} ${kind}`, message: `${property ?? 'It'} was ${kind}.` }
    const own = verdicts.length === 0 ? [unjudged] : verdicts
    for (const [operation, apart] of operations)
      if (isAt([...place, ...inside], apart))
        for (const { ruleId: id, message } of own)
          add(told, operation, { id, text: `${message} (${inside.slice(1).join('/')})` })
  }
  return { errors, milder }
}

/**
 * Maps new paths to the old paths that the report considers the same. Changes below a new path belong to the
 * old path.
 */
function renamedPaths(changes: readonly Change[]): ReadonlyMap<string, string> {
  const isRenamed = ({ path, base }: Change): boolean =>
    /^#\/paths\/[^/]*$/.test(path) && base !== undefined && base.pointer !== path
  return new Map(changes.filter(isRenamed).map(({ path, base }) => [path, base?.pointer ?? path]))
}

/** True if a pointer refers to an operation, a part of it, or its whole path item. */
function isAt(steps: readonly string[], { place, method }: Apart): boolean {
  const [container, name, field] = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (
    container === place[0] && name === place[1] && (field === undefined || field === method.toLowerCase())
  )
}
