import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { namesOf } from '@concordat/contract/values'
import { compareModels } from '../../generator/diff/diff.ts'
import { judge } from '../../generator/diff/judge/judgement.ts'
import { operationsOf } from '../../generator/document/operations.ts'
import { ProblemsError } from '../../generator/errors/problem.ts'
import type { Model } from '../../generator/model/model.ts'
import { loadDocument, readDocument } from '../../generator/pipeline/read-document.ts'
import { type CorpusDocument, findDocuments } from '../corpus/find-documents.ts'
import { EDITS, siteOf } from './diff/edits.ts'
import { EXAMPLES, NAMED } from './diff/named.ts'
import { judgeDifferences } from './differences.ts'
import type { Judge } from './judge.ts'
import { isThere } from './multipart/readers.ts'
import { prepare } from './requests/prepare.ts'

const OASDIFF = 'oasdiff'
/** Pairs that are one edit apart; versions come on top. */
const EDITED = 80
const EDITS_EACH = 4
/** Levels of oasdiff's findings. */
const ERROR = 3

/** A finding of oasdiff. */
interface Told {
  readonly id: string
  readonly text: string
}

/** An operation that one of the two calls broken and the other does not. */
export interface Difference {
  readonly edit: string
  readonly document: string
  readonly operation: string
  /** Kinds of our errors. */
  readonly ours: readonly string[]
  /** Errors of oasdiff. */
  readonly theirs: readonly Told[]
  /** Changes of the operation that it tells without calling them errors. */
  readonly milder: readonly Told[]
}

/** Compares what breaks callers with what oasdiff says, edit by edit. */
export const diff: Judge = {
  name: 'diff',
  measures: 'operations that oasdiff or we call broken and the other does not, beside named ones',
  async judge({ folders, signal, onStep }) {
    if (!isThere(OASDIFF, '--version')) return { skipped: `"${OASDIFF}" is not installed` }
    const documents = folders.flatMap((folder) => findDocuments(folder))
    const folder = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
    const book = new Book()
    try {
      const versions = documents.filter(isVersion)
      const files = [join(folder, 'old.json'), join(folder, 'new.json')] as const
      const compareObjects = async (old: object, now: object, about: { edit: string; document: string }) => {
        writeFileSync(files[0], JSON.stringify(old))
        writeFileSync(files[1], JSON.stringify(now))
        await book.compare(files, { ...about, raised: files })
      }
      for (const { name, old, now } of EXAMPLES)
        await compareObjects(old, now, { edit: name, document: 'an example of a name' })
      for (const [index, version] of versions.entries()) {
        const { name, file, root } = version
        const next = versions[index + 1]
        if (next === undefined || next.root !== root || dirname(next.file) !== dirname(file)) continue
        signal.throwIfAborted()
        onStep(`diff: ${file} and the next version`)
        await book.compare([file, next.file], {
          ...{ edit: 'next version', document: name },
          raised: [await raised(version, files[0]), await raised(next, files[1])],
        })
      }
      const versionPairs = book.pairs
      const others = documents.filter((document) => !isVersion(document))
      for (const [index, document] of others.entries()) {
        const edited = book.pairs - versionPairs
        if (edited >= EDITED) break
        signal.throwIfAborted()
        onStep(`diff: ${edited} of ${EDITED} edits, ${document.name}`)
        for (const { edit, old, now } of await editsOf(document, index))
          await compareObjects(old, now, { edit, document: document.name })
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
    const verdict = judgeDifferences({
      compared: `${book.pairs} pairs, ${book.broken} operations that both call broken`,
      differences: book.differences,
      named: NAMED,
      describe: ({ edit, document, operation, ours, theirs }) =>
        `${edit} at ${operation} of ${document}: oasdiff: ${theirs.map(({ id }) => id).join(', ') || 'no error'}; ours: ${ours.join(', ') || 'no error'}`,
      isFixed: true,
    })
    return { ...verdict, details: [...verdict.details, ...book.unread] }
  },
}

/** oasdiff reads no Swagger 2.0. It gets such a document as our loader raises it. @returns the file for it. */
async function raised({ file, root, version }: CorpusDocument, to: string): Promise<string> {
  if (!version.startsWith('2')) return file
  const { document } = await loadDocument({ document: file, root })
  writeFileSync(to, JSON.stringify(document))
  return to
}

/** Versions of one document lie in one folder, by number: "001.yaml". */
function isVersion({ file }: CorpusDocument): boolean {
  return /[\\/]\d+\.(json|ya?ml)$/.test(file)
}

type Pair = readonly [old: string, now: string]

interface Edited {
  readonly edit: string
  readonly old: object
  readonly now: object
}

/** Edits of one document by seed: the next document has the next four. */
async function editsOf(document: CorpusDocument, index: number): Promise<readonly Edited[]> {
  const prepared = await prepare(document).catch((error: unknown) => {
    if (error instanceof ProblemsError) return undefined
    throw error
  })
  if (prepared === undefined) return []
  const { random } = namesOf(`diff ${document.name}`)
  const places = [...operationsOf(prepared.document)]
  const all = Object.entries(EDITS)
  const turns = Array.from({ length: EDITS_EACH }, (_, turn) => all[(index * EDITS_EACH + turn) % all.length])
  return turns.flatMap((turn) => {
    const [edit, apply] = turn ?? []
    const place = places[random.below(places.length)]
    if (edit === undefined || apply === undefined || place === undefined) return []
    const at = [place.path, place.method.toLowerCase()] as const
    const [old, now] = [structuredClone(prepared.document), structuredClone(prepared.document)]
    siteOf(old, at)
    return apply(siteOf(now, at)) ? [{ edit, old, now }] : []
  })
}

/** Counts of comparisons, and the differences. */
class Book {
  pairs = 0
  broken = 0
  /** Pairs without a verdict. */
  readonly unread: string[] = []
  readonly differences: Difference[] = []

  async compare(
    files: Pair,
    { raised, ...about }: Pick<Difference, 'edit' | 'document'> & { readonly raised: Pair },
  ): Promise<void> {
    const theirs = theirsOf(raised)
    if (typeof theirs === 'string') {
      this.unread.push(`oasdiff cannot read ${about.document}: ${theirs.slice(0, 200)}`)
      return
    }
    this.pairs++
    const ours = await oursOf(files)
    for (const operation of new Set([...ours.keys(), ...theirs.errors.keys()])) {
      const [own, other] = [ours.get(operation), theirs.errors.get(operation)]
      const milder = theirs.milder.get(operation) ?? []
      if (own !== undefined && other !== undefined) this.broken++
      else this.differences.push({ ...about, operation, ours: own ?? [], theirs: other ?? [], milder })
    }
  }
}

/** By operation: "GET /pets". */
type ByOperation<Item> = ReadonlyMap<string, readonly Item[]>

function add<Item>(all: Map<string, readonly Item[]>, operation: string, item: Item): void {
  all.set(operation, [...(all.get(operation) ?? []), item])
}

async function oursOf([old = '', now = '']: readonly string[]): Promise<ByOperation<string>> {
  const [before, after] = [await readDocument({ document: old }), await readDocument({ document: now })]
  const { changes } = judge(compareModels(before.model, after.model), { ignored: [], severities: {} })
  const errors = new Map<string, readonly string[]>()
  const names = new Map([...placesOf(after.model), ...placesOf(before.model)])
  for (const { kind, severity, operations } of changes)
    if (severity === 'error') for (const id of operations) add(errors, names.get(id) ?? id, kind)
  return errors
}

function placesOf({ operations }: Model): readonly (readonly [string, string])[] {
  return operations.map(({ descriptor: { operationId, method, path } }) => [operationId, `${method} ${path}`])
}

interface Theirs {
  readonly errors: ByOperation<Told>
  readonly milder: ByOperation<Told>
}

/** A text says why there is no verdict. */
function theirsOf(files: readonly string[]): Theirs | string {
  // Flattened, it sees into "allOf" instead of telling that a part was added.
  const { status, stdout, stderr } = spawnSync(
    OASDIFF,
    ['changelog', ...files, '--flatten-allof', '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (status !== 0) return stderr.trim().replaceAll(/\s+/g, ' ')
  const found: readonly (Told & { level: number; operation?: string; path?: string })[] = JSON.parse(
    stdout || '[]',
  )
  const [errors, milder] = [new Map<string, readonly Told[]>(), new Map<string, readonly Told[]>()]
  for (const { id, text, level, operation, path } of found)
    if (path !== undefined) add(level === ERROR ? errors : milder, `${operation} ${path}`, { id, text })
  return { errors, milder }
}
